import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const isLongRun = process.env['TIDEMARK_LONG'] === '1'

/** The desktop app's own rungs: L1 and L2 everywhere, L4 if there is an Electron; L3 in the long run. */
export default defineConfig({
  testDir: '.',
  ...(isLongRun ? {} : { testIgnore: '**/*.long.spec.ts', grepInvert: /@long/ }),
  outputDir: '../../test-results/desktop',
  globalSetup: './double/build-double.mjs',
  // While one worker waits for a server to start or end, another uses the core.
  workers: availableParallelism() + 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: process.env['CI'] === undefined ? 0 : 1,
  // As in the root's configuration.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
