import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The accessibility rules about colours, which are the ones that a theme can break. */
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/** Returns axe's serious and critical findings on the page as it is now, one line each. */
export async function accessibilityOf(
  page: Page,
  runOnly: NonNullable<RunOptions['runOnly']> = allRules,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Base UI's pop-ups come in from opacity 0, where axe takes a dialog for absent and what guards its focus for a fault.
  await expect(page.locator('[data-starting-style]')).toHaveCount(0)
  // Skips passed checks, whose description takes a quarter of the time and is never read.
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const results = await page.evaluate(async (runOptions) => {
    // The line above put axe on the window.
    const { axe } = window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
    return await axe.run(document, runOptions)
  }, options)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`))
}

/**
 * Returns the findings in the light theme, followed by those about colours in the dark one, with a single page load.
 */
export async function accessibilityInThemes(page: Page): Promise<readonly string[]> {
  // Without motion, because a colour in transition is no fault.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const inLight = await accessibilityOf(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inDark = await accessibilityOf(page, { type: 'rule', values: rulesOfColor })
  return [...inLight, ...inDark.map((finding) => `dark: ${finding}`)]
}
