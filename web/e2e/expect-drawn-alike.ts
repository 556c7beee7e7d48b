import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/**
 * Checks that the server, for this browser, and the browser itself draw the charts of the open page equally, down to
 * their ticks.
 */
export async function expectDrawnAlike(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const chart = page.locator('[data-chart]', { has: page.locator(`[aria-label^="${name}."]`) })
    await chart.hover()
    await expect(chart).toHaveAttribute('data-chart', 'interactive')
  }
  const { served, shown } = await page.evaluate(async (wanted) => {
    const html = await (await fetch(location.href)).text()
    const drawnIn = (root: Document) =>
      wanted.map((name) => {
        const chart = root.querySelector(`[aria-label^="${name}."]`)?.closest<HTMLElement>('[data-chart]')
        const texts = Array.from(chart?.querySelectorAll('text') ?? [], ({ textContent }) => textContent)
        return { name, width: chart?.style.width, texts: texts.sort() }
      })
    return { served: drawnIn(new DOMParser().parseFromString(html, 'text/html')), shown: drawnIn(document) }
  }, names)
  expect(served.every(({ texts }) => texts.length > 0)).toBe(true)
  expect(shown).toEqual(served)
}
