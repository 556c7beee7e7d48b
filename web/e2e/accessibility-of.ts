import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What it found in order is described at a quarter of all its time, and nobody reads it.
  resultTypes: ['violations'],
}

/** The serious and critical findings of axe on the page as it is now, one line each. */
export async function accessibilityOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource)
  const results = await page.evaluate(async (runOptions) => {
    // The line before put axe on the window.
    const { axe } = window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
    return await axe.run(document, runOptions)
  }, options)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`))
}
