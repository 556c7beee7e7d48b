import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShifts?: { readonly value: number; readonly sources: readonly string[] }[]
  }
}

/** Records layout shifts from the first frame on; call it before the page is opened. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Layout shift entries exist only in Chromium and are missing in TypeScript's DOM types.
        const shift = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
        }
        if (shift.hadRecentInput) continue
        const sources = shift.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof SVGElement ? node.parentElement : node
          const text = element instanceof Element ? element.outerHTML : String(node?.textContent)
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height])
          return `${text.slice(0, 120)} ${String(before)} → ${String(after)}`
        })
        window.layoutShifts?.push({ value: shift.value, sources })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the sum of layout shifts so far and what moved. Fails if nothing was recorded on this page. */
export async function layoutShiftOf(
  page: Page,
): Promise<{ readonly sum: number; readonly sources: readonly string[] }> {
  const shifts = await page.evaluate(() => window.layoutShifts)
  if (shifts === undefined) throw new Error('recordLayoutShifts was not called before the page was opened')
  return { sum: shifts.reduce((sum, shift) => sum + shift.value, 0), sources: shifts.flatMap((shift) => shift.sources) }
}
