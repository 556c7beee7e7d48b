import { highestEpoch } from './import-store'
import { nextEpoch } from './next-epoch'
import type { StoreDatabase } from './store-database'

/**
 * Makes all clients start over, because the store was restored to an earlier state; their unsent changes are kept and
 * offered to them again. now: Unix milliseconds. Returns the number of workspaces.
 */
export async function raiseEpochs(database: StoreDatabase, now: number): Promise<number> {
  return await database.write(async (tx) => {
    const epoch = nextEpoch(await highestEpoch(tx), now)
    const orgs = await tx.query('SELECT id FROM org ORDER BY id')
    for (const { id } of orgs) await tx.setEpoch(String(id), epoch)
    return orgs.length
  })
}
