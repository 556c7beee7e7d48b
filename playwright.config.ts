import { defineConfig } from '@playwright/test'
import { findHeadlessChromium, testArguments } from './tools/checks/find-chromium.mjs'

const executablePath = findHeadlessChromium()
// On a busy machine a browser can miss a moment; what needed its second try is named in the summary.
const isLongRun = process.env['TIDEMARK_LONG'] === '1'
const retries = process.env['CI'] === undefined || isLongRun ? 0 : 1

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results/browser',
  ...(isLongRun ? {} : { grepInvert: /@long/ }),
  // Each worker has a server and a browser of its own. One more than there are cores: much of a test is waiting for a server.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries,
  // Far more than it takes: a busy machine may stand still for a while, and waiting costs only what fails.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    // Each pop-up would be waited for as it comes and as it goes. What is about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // It fetches the whole build ahead; the tests about it allow it.
    serviceWorkers: 'block',
    // What is never answered fails by itself, rather than with all the time of its test.
    actionTimeout: 45_000,
    // Of each first try it would take a quarter of the time of all tests.
    trace: retries > 0 ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: testArguments,
    },
  },
})
