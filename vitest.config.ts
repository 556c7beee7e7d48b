import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const isLongRun = process.env['TIDEMARK_LONG'] === '1'
/** Properties are tried on a few examples with every change, on many in the long run. */
const testFiles = isLongRun ? '*.{long,property}.test.{ts,tsx}' : '*.test.{ts,tsx}'
const postgresTestFiles = isLongRun ? '*.pg.long.test.ts' : '*.pg.test.ts'
/** These run on SQLite among the others, and on PostgreSQL among its own. */
const storeTestFiles = isLongRun
  ? []
  : [
      'web/server/sync/{push,pull,replicache}.test.ts',
      'web/server/team/{accounts,members,tokens,audit}/{accounts,members,tokens,audit}.test.ts',
      'web/server/team/accounts/auth-schema.test.ts',
      'web/server/team/two-factor/used-codes.test.ts',
      'web/server/images/images.test.ts',
      'web/server/jobs/jobs.test.ts',
      'web/server/public-links/{public-links,signed-embeds}.test.ts',
      'web/server/{alerts/alerts,subscriptions/subscriptions}.test.ts',
      'web/server/query/plan/category-hues.test.ts',
      'web/server/store/is-store-readable.test.ts',
    ]
/**
 * They run Sentry's SDK, which keeps clients, scopes and tracers in globals of the process, or a page's part of it, which lives as
 * long as its page: the next file would meet them.
 */
const reportingTestFiles = [
  'testkit/observability/telemetry-*.test.ts',
  'web/server/observability/sampling.test.ts',
  'web/client/observability/*.test.ts',
]
const folders = ['shared/src', 'web', 'desktop/src', 'tools', 'testkit']

const exclude = [
  ...configDefaults.exclude,
  '**/.next/**',
  '**/dist/**',
  'web/e2e/**',
  ...(isLongRun ? [] : ['**/*.long.test.*']),
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@tidemark\/shared\/(.*)$/, replacement: `${root}shared/src/$1.ts` },
      { find: /^@testkit\/(.*)$/, replacement: `${root}testkit/$1` },
      { find: /^@\/(.*)$/, replacement: `${root}web/$1` },
    ],
  },
  test: {
    exclude,
    // Style sheets that a page has as text; all others are left out.
    css: { include: /\?raw$/ },
    env: { TZ: 'UTC' },
    ...(isLongRun ? { setupFiles: `${root}testkit/more-examples.ts` } : {}),
    testTimeout: isLongRun ? 1_800_000 : 30_000,
    // Some of them bundle a program first, which on a busy machine takes more than the ten seconds that are usual.
    hookTimeout: 60_000,
    // As browser tests do it: what passes only at the second try is named by `npm test`.
    retry: process.env['CI'] === undefined || isLongRun ? 0 : 1,
    // Loading the modules anew for each file took most of the time. No file may leave globals or services behind that
    // another one would trip over.
    isolate: false,
    // Many tests wait for a process or a database of theirs; meanwhile another file has the core.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: folders.map((folder) => `${folder}/**/${testFiles}`),
          exclude: ['**/*.pg.test.*', '**/*.pg.long.test.*', ...(isLongRun ? [] : reportingTestFiles)],
        },
      },
      ...(isLongRun
        ? []
        : [{ extends: true as const, test: { name: 'reporting', include: reportingTestFiles, isolate: true } }]),
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...folders.map((folder) => `${folder}/**/${postgresTestFiles}`), ...storeTestFiles],
          globalSetup: `${root}testkit/postgres/vitest-postgres.ts`,
        },
      },
    ],
  },
})
