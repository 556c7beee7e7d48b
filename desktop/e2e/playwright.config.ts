import { defineConfig } from '@playwright/test'

/** The desktop app's own rungs: L1 and L2 everywhere, L4 where there is an Electron. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  globalSetup: './double/build-double.mjs',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: process.env['CI'] === undefined ? 0 : 1,
  // See the root's.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
