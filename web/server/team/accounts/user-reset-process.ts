import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Config } from '@/server/base/config'
import { createLogger } from '@/server/observability/log'
import { readProcessConfig } from '@/server/base/process-config'
import { openPostgresStore } from '@/server/store/postgres-store'
import { storeFileName } from '@/server/store/sqlite-store'
import type { SqlTables } from '@/server/store/sql-tables'
import { openAccountDatabase } from '@/server/store/accounts/account-database'
import { findPersonByEmail } from './people'
import { createResetToken, resetLinkOf } from './reset-links'
import { deleteTwoFactor } from '../two-factor/delete-two-factor'
import { DatabaseSync } from '@photostructure/sqlite'
import { olderStore } from '@/server/operations/older-store'
import { mustBeOurs } from '@/server/store/sqlite-file'
import { currentSchema } from '@/server/store/migrations'
import { schemaOf } from '@/server/store/sqlite-migrations'
import { runSql } from '@/server/store/sqlite-tables'

const installDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/**
 * `npm run user:reset -- EMAIL`: prints a link that sets a new password. With `two-factor` behind the address it turns
 * off the second factor instead. The server may be running.
 */
async function main(): Promise<string> {
  // The script in package.json passes the command's name first.
  const [email, what, ...others] = process.argv.slice(3)
  if (email === undefined || !(what === undefined || what === 'two-factor') || others.length > 0)
    throw new TidemarkError('invalid-request', { detail: 'It is used so: npm run user:reset -- EMAIL [two-factor]' })
  const config = readProcessConfig(installDir)
  if (config.publicUrl === undefined || config.mode !== 'team') {
    throw new TidemarkError('config-invalid', {
      detail: 'People have accounts in team mode only.',
      hint: 'Set TIDEMARK_MODE, TIDEMARK_PUBLIC_URL, TIDEMARK_SECRET and where the store is, as the server has them.',
    })
  }
  const { tables, close } = await openTables(config)
  try {
    const database = openAccountDatabase(tables)
    const person = await findPersonByEmail(database, email.trim().toLowerCase())
    if (person === undefined)
      throw new TidemarkError('not-found', { detail: `No account of this server has the address ${email}.` })
    if (what === 'two-factor') {
      await deleteTwoFactor(database, person.id)
      return `${person.name} signs in with their password alone until they turn on two-factor authentication again.`
    }
    const token = await createResetToken(database, person.id, Date.now())
    const link = resetLinkOf(new URL(config.publicUrl).origin, token)
    return `${person.name} can choose a new password within an hour, once, at\n${link}`
  } finally {
    await close()
  }
}

async function openTables(config: Config): Promise<{ tables: SqlTables; close: () => Promise<void> }> {
  if (config.databaseUrl === undefined) {
    const path = join(config.dataDir, storeFileName)
    if (!existsSync(path)) throw new TidemarkError('not-found', { detail: `There is no store ${path}.` })
    return openTablesOfFile(path)
  }
  const log = createLogger(config.logLevel)
  const store = await openPostgresStore({ connectionString: config.databaseUrl, log })
  return { tables: store.tables, close: () => store.close() }
}

/** How long to wait for a transaction of the server. */
const busyTimeoutMs = 5_000

/**
 * Opens the tables of a store file that a server may have open. Each statement is its own transaction, which runs
 * between two of the server's. Fails with `store-corrupt`, `store-newer` or `store-older`.
 */
function openTablesOfFile(path: string): { readonly tables: SqlTables; readonly close: () => Promise<void> } {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    mustBeOurs(database, path)
    if (schemaOf(database) < currentSchema) throw olderStore(path)
  } catch (thrown) {
    database.close()
    throw thrown
  }
  const run: SqlTables['read'] = async (sql, values) => runSql(database, sql, values)
  return { tables: { engine: 'sqlite', read: run, write: run }, close: async () => database.close() }
}

main().then(
  (text) => process.stdout.write(`${text}\n`),
  (thrown: unknown) => {
    const error = toTidemarkError(thrown)
    const cause = error.code === 'internal' ? String(error.cause) : ''
    process.stderr.write(`${[error.message, error.detail, error.hint, cause].filter(Boolean).join(' ')}\n`)
    process.exitCode = 1
  },
)
