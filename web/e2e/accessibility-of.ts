import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The accessibility rules that a theme can break: those about colours. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/** The serious and critical findings of axe on the page as it is now, one line each. */
export async function accessibilityOf(
  page: Page,
  runOnly: NonNullable<RunOptions['runOnly']> = allRules,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What it found in order is described at a quarter of all its time, and nobody reads it.
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const results = await page.evaluate(async (runOptions) => {
    // The line before put axe on the window.
    const { axe } = window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
    return await axe.run(document, runOptions)
  }, options)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`))
}

/** The same in the light theme, and then of the colours of the dark one, of a page that is loaded once. */
export async function accessibilityInThemes(page: Page): Promise<readonly string[]> {
  // Without motion: a colour on its way to another is no fault.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const inLight = await accessibilityOf(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inDark = await accessibilityOf(page, { type: 'rule', values: rulesOfColor })
  return [...inLight, ...inDark.map((finding) => `dark: ${finding}`)]
}
