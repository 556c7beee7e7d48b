import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Client } from 'pg'
import { currentSchema, migrationsBetween } from './migrations'

/** `TIDE` in ASCII; advisory locks are identified by numbers. */
const migrationLock = 0x54494445

/**
 * Brings a store to schema `target` in one transaction. Instances that start together take turns, and the later ones
 * find it done. Fails with `store-newer` and then leaves the store unchanged.
 */
export async function migratePostgres(client: Client, target: number = currentSchema): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    await client.query('CREATE TABLE IF NOT EXISTS tidemark (schema integer NOT NULL)')
    const { rows } = await client.query<{ schema: number }>('SELECT schema FROM tidemark')
    const current = rows[0]?.schema ?? 0
    if (current > currentSchema) throw newerError(current)
    if (rows.length === 0) await client.query('INSERT INTO tidemark (schema) VALUES (0)')
    for (const migration of migrationsBetween('postgres', current, target)) await client.query(migration)
    if (current < target) await client.query('UPDATE tidemark SET schema = $1', [target])
    await client.query('COMMIT')
  } catch (thrown) {
    // On a lost connection the rollback fails; the original error is reported.
    await client.query('ROLLBACK').catch(() => undefined)
    throw thrown
  }
}

function newerError(schema: number): TidemarkError {
  return new TidemarkError('store-newer', {
    detail: `The database has schema ${schema}; this version of Tidemark knows schemas up to ${currentSchema}.`,
    hint: 'Start the newer version of Tidemark. The database was not touched.',
  })
}
