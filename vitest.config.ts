import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const isLongRun = process.env['TIDEMARK_LONG'] === '1'
const testFiles = isLongRun ? '*.long.test.{ts,tsx}' : '*.test.{ts,tsx}'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@tidemark\/shared\/(.*)$/, replacement: `${root}shared/src/$1.ts` },
      { find: /^@\/(.*)$/, replacement: `${root}web/$1` },
    ],
  },
  test: {
    include: ['shared/src', 'web', 'desktop/src', 'scripts'].map((folder) => `${folder}/**/${testFiles}`),
    exclude: [
      ...configDefaults.exclude,
      '**/.next/**',
      '**/dist/**',
      'web/e2e/**',
      ...(isLongRun ? [] : ['**/*.long.test.*']),
    ],
    env: { TZ: 'UTC' },
    testTimeout: isLongRun ? 1_800_000 : 30_000,
  },
})
