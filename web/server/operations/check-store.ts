import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { acceptEntries, countCommitted, listEntryDamage, type EntryDamage } from '../store/entry-sums'
import { openStoreFile } from '../store/sqlite-file'
import { storeFileName } from '../store/sqlite-store'
import { raiseEpochs } from './raise-epochs'
import { createSqliteDatabase } from './sqlite-store-database'
import { holdingFolder, openForReading, type StorePlace } from './store-access'

export interface StoreCheck {
  readonly workspaceCount: number
  readonly entryCount: number
  readonly damages: readonly EntryDamage[]
}

/**
 * Compares the entries of all workspaces with what was committed. The server may be running. Fails with
 * `invalid-request` for PostgreSQL, which checks itself.
 */
export function checkStore({ dataDir, databaseUrl }: StorePlace): StoreCheck {
  if (databaseUrl !== undefined)
    throw new TidemarkError('invalid-request', {
      detail: 'PostgreSQL checks its own pages.',
      hint: 'SHOW data_checksums says whether it does; pg_amcheck reads everything.',
    })
  const database = openForReading(join(dataDir, storeFileName))
  try {
    const { orgs, entries } = countCommitted(database)
    return { workspaceCount: orgs, entryCount: entries, damages: listEntryDamage(database) }
  } finally {
    database.close()
  }
}

/**
 * Takes the entries as they are now for what was committed, so that the server opens the store again; all browsers start
 * over from it. now: Unix milliseconds. Fails with `store-locked` while a server runs.
 */
export async function acceptStore({ dataDir }: StorePlace, now: number): Promise<void> {
  await holdingFolder(dataDir, async () => {
    const file = openStoreFile(join(dataDir, storeFileName), { isAccepted: true })
    const database = createSqliteDatabase(file)
    try {
      acceptEntries(file)
      await raiseEpochs(database, now)
    } finally {
      await database.close()
    }
  })
}
