import type { Page } from '@playwright/test'

/** Throws an uncaught error in the page; returns when the browser has handled it. */
export async function throwInPage(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text)
    })
  }, message)
  // The error is handled in its own task, and nothing signals that it was not reported.
  await page.waitForTimeout(100)
}

/** Waits until the SDK listens, which is loaded after the page; its global appears earlier. */
export async function waitUntilReporting(page: Page): Promise<void> {
  await page.waitForFunction(() => Object(window.onunhandledrejection).__SENTRY_INSTRUMENTED__ === true)
}
