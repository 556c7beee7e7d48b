import { setTimeout as delay } from 'node:timers/promises'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { toPostgresError } from './postgres-errors'

/** How often, and at which interval, to ask for the outcome of a transaction that is still in progress. */
const endAttempts = 20
const endPauseMs = 100

interface Outcome<T> {
  readonly outcome: 'commit' | 'rollback'
  readonly value: T
  /** Determines the outcome if the connection is lost before the commit is answered. */
  readonly wasCommitted?: () => Promise<boolean>
}

/** Runs a transaction and commits or rolls back as `run` returns. Rolls back if anything throws, even the commit. */
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
 * Runs on one snapshot. The first statement is sent together with BEGIN. The COMMIT is not awaited, because the values
 * already read are valid either way.
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
 * The first statement of every writing transaction. Its row lock makes the org's writers take turns; in READ COMMITTED
 * the statements after it see everything that the previous writer committed.
 */
const raise = {
  name: 'raiseVersion',
  text: `INSERT INTO org AS o (id, epoch, version, gc_version) VALUES ($1, 1, 1, 0)
    ON CONFLICT (id) DO UPDATE SET version = o.version + 1, changed_xid = pg_current_xact_id()
    RETURNING version, changed_xid::text AS xid, set_config('tidemark.stamp', version || ' ' || id, true)`,
}

/** Begins the transaction and raises the version in one round trip, so that the org's turn begins earlier. */
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

/** Commits; returns whether the connection is still usable. */
async function commit(client: PoolClient, askWhetherCommitted: Outcome<unknown>['wasCommitted']): Promise<boolean> {
  try {
    const { command } = await client.query('COMMIT')
    // If an earlier statement failed and its caller went on, PostgreSQL answers COMMIT with ROLLBACK and no error.
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
 * Returns whether a transaction was committed, read on another connection after the answer was lost. Returns false if
 * the outcome is unknown; the transaction may then have been committed, so repeating it must be harmless.
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
    // No connection could be opened either, so the first error is reported.
    return false
  }
}

/** Rolls back. Returns false if the connection must be closed, upon which PostgreSQL rolls back by itself. */
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
