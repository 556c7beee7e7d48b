import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstall } from './build/ensure-install.mjs'
import { ensureNode } from './build/ensure-node.mjs'
import { repositoryRoot } from './repository-root.mjs'

ensureNode()
await ensureInstall()
const { build } = await import('esbuild')
const outfile = join(repositoryRoot, 'web', 'dist', 'sim', 'main.js')
await build({
  absWorkingDir: repositoryRoot,
  entryPoints: ['web/sim/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  tsconfig: join(repositoryRoot, 'web', 'tsconfig.json'),
  sourcemap: true,
  logLevel: 'warning',
})
const args = process.argv.slice(2)
const database = isOnPostgres(args) && !process.env.TEST_DATABASE_URL ? await startOwnPostgres() : null
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], {
  stdio: 'inherit',
  env: database === null ? process.env : { ...process.env, TEST_DATABASE_URL: database.url },
})
// Ctrl-C reaches the child too, and the database stops when the child has ended.
process.once('SIGINT', () => undefined)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
  void database?.stop()
})

/** @param {readonly string[]} options */
function isOnPostgres(options) {
  return options.some(
    (option, index) => option === '--engine=postgres' || (option === 'postgres' && options[index - 1] === '--engine'),
  )
}

async function startOwnPostgres() {
  const { findPostgres } = await import('../testkit/postgres/postgres-binaries.mjs')
  const { startPostgres } = await import('../testkit/postgres/postgres-server.mjs')
  const binaries = findPostgres()
  if (binaries === null)
    throw new Error('There is no PostgreSQL for this system. Give the URL of one in TEST_DATABASE_URL.')
  return await startPostgres(binaries)
}
