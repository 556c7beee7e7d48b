import { setTimeout as delay } from 'node:timers/promises'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { toPostgresError } from './postgres-errors'

/** How often, and after which pause, to ask again for a transaction that the server has not ended yet. */
const endAttempts = 20
const endPauseMs = 100

interface Outcome<T> {
  readonly outcome: 'commit' | 'rollback'
  readonly value: T
  /** Finds out when the connection was lost before the answer to the commit came. */
  readonly wasCommitted?: () => Promise<boolean>
}

/** Commits or rolls back as `run` says; rolls back when anything throws, also when the commit itself fails. */
export async function runPostgresTransaction<T>(
  pool: Pool,
  run: (client: PoolClient) => Promise<Outcome<T>>,
): Promise<T> {
  const client = await fromDriver(pool.connect())
  let isUsable = false
  try {
    const { outcome, value, wasCommitted } = await run(client)
    if (outcome === 'commit') isUsable = await commit(client, wasCommitted)
    else isUsable = await rollsBack(client)
    return value
  } catch (thrown) {
    isUsable = await rollsBack(client)
    throw thrown
  } finally {
    client.release(!isUsable)
  }
}

/**
 * Runs on one snapshot. The first statement goes with BEGIN, and nobody waits for the end: what was read is true, however
 * that goes.
 */
export async function inSnapshot<T>(pool: Pool, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await fromDriver(pool.connect())
  try {
    const begun = fromDriver(client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'))
    const [value] = await Promise.all([run(client), begun])
    client.query('COMMIT').then(
      () => client.release(),
      () => client.release(true),
    )
    return value
  } catch (thrown) {
    client.release(!(await rollsBack(client)))
    throw thrown
  }
}

/**
 * The first statement of every writing transaction: its row lock makes the org's writers take turns, and in READ COMMITTED
 * what follows sees all that the one before has committed.
 */
const raise = {
  name: 'raiseVersion',
  text: `INSERT INTO org AS o (id, epoch, version, gc_version) VALUES ($1, 1, 1, 0)
    ON CONFLICT (id) DO UPDATE SET version = o.version + 1, changed_xid = pg_current_xact_id()
    RETURNING version, changed_xid::text AS xid, set_config('tidemark.stamp', version || ' ' || id, true)`,
}

/** Both at once: the org's turn begins one round trip earlier. */
export async function raiseVersion(
  client: PoolClient,
  orgId: string,
): Promise<{ readonly version: number; readonly xid: string }> {
  const begun = client.query('BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE')
  const raised = client.query<{ version: number; xid: string }>({ ...raise, values: [orgId] })
  const [, { rows }] = await fromDriver(Promise.all([begun, raised]))
  if (rows[0] === undefined)
    throw new TidemarkError('store-failed', { detail: `the version of ${orgId} was not raised` })
  return rows[0]
}

/** Returns whether the connection is still usable. */
async function commit(client: PoolClient, askWhetherCommitted: Outcome<unknown>['wasCommitted']): Promise<boolean> {
  try {
    const { command } = await client.query('COMMIT')
    // PostgreSQL answers so, without an error, when a statement failed and its caller went on.
    if (command !== 'COMMIT')
      throw new TidemarkError('store-failed', { detail: 'A statement of the transaction had failed.' })
    return true
  } catch (thrown) {
    const isRefused =
      thrown instanceof TidemarkError || (thrown instanceof DatabaseError && thrown.severity !== 'FATAL')
    if (isRefused || askWhetherCommitted === undefined || !(await askWhetherCommitted())) throw toPostgresError(thrown)
    return false
  }
}

/**
 * The outcome of a transaction whose answer was lost, read on another connection. False also when it is unknown: then
 * it may have been committed, and doing it again must be harmless.
 */
export async function wasCommitted(pool: Pool, xid: string): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= endAttempts; attempt += 1) {
      const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [xid])
      if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed'
      await delay(endPauseMs)
    }
    return false
  } catch {
    // No connection for this either: the error of the first one is reported.
    return false
  }
}

/** False when the connection is not to be used again; PostgreSQL rolls back when it ends. */
async function rollsBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/** Awaits the driver and converts its errors to catalogued ones. */
export async function fromDriver<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    throw toPostgresError(thrown)
  }
}
