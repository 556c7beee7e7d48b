import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@tidemark\/shared\/(.*)$/, replacement: `${root}shared/src/$1.ts` },
      { find: /^@\/(.*)$/, replacement: `${root}web/$1` },
    ],
  },
  test: {
    include: ['shared/src/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'desktop/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.next/**', '**/dist/**', 'web/e2e/**'],
    env: { TZ: 'UTC' },
    testTimeout: 30_000,
  },
})
