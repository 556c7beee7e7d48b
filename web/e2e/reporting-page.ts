import type { Page } from '@playwright/test'

/** Throws where nobody catches, as a bug would; returns when the browser has handled it. */
export async function throwInPage(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text)
    })
  }, message)
  // Handled in a task of its own; that it was not reported, nothing tells.
  await page.waitForTimeout(100)
}

/** Waits until the SDK, which is loaded after the page, listens: its global is there before. */
export async function waitUntilReporting(page: Page): Promise<void> {
  await page.waitForFunction(() => Object(window.onunhandledrejection).__SENTRY_INSTRUMENTED__ === true)
}
