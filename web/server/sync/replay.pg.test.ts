import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOperationsBed, type BedEngine, type OperationsBed } from '@testkit/store/operations-fixtures'
import { hasPostgres } from '@testkit/store/postgres-test-database'
import { recordingLog } from '@testkit/store/store-fixtures'
import { createPokeHub } from './poke-hub'
import { createFolderOf, mutationOf, personOf, pushOf, type Mutation } from '@testkit/sync/sync-test-bed'
import { createSyncService, type SyncService } from './sync-service'

const ann = personOf('ann')

/** Mutations of two clients: some succeed, others are refused, each for a different reason. */
const mutations: readonly Mutation[] = [
  createFolderOf(1, 'a'),
  createFolderOf(1, 'b', 'c2'),
  mutationOf(2, 'updateFolder', { id: 'a', name: 'renamed' }),
  createFolderOf(3, 'a'),
  mutationOf(4, 'noSuchMutator', { id: 'a' }),
  mutationOf(5, 'updateFolder', { id: 'nowhere', name: 'x' }),
  mutationOf(6, 'createFolder', { id: 7 }),
  createFolderOf(2, 'c', 'c2'),
  createFolderOf(7, 'd'),
]

describe.skipIf(!hasPostgres).each<BedEngine>(['sqlite', 'postgresql'])('a push that was accepted on %s', (engine) => {
  let bed: OperationsBed
  beforeEach(async () => {
    bed = await openOperationsBed(engine)
  })
  afterEach(() => bed.dispose())

  const withSync = (run: (sync: SyncService) => Promise<void>) =>
    bed.withStore(async (store) => {
      const log = recordingLog()
      // The clock advances, so a mutation applied twice gets another time.
      let now = 1_700_000_000_000
      await run(createSyncService({ store, pokes: createPokeHub({ log }), log, clock: () => (now += 1) }))
      expect(log.errors).toEqual([])
    })

  /** Returns every row of every table. */
  const everything = () =>
    bed.withDatabase((database) =>
      database.read(async (tx) => {
        const tables = [...new Set((await tx.listColumns()).map(({ table }) => table))].sort()
        const rows: Record<string, readonly string[]> = {}
        for (const table of tables)
          rows[table] = (await tx.query(`SELECT * FROM "${table}"`)).map((row) => JSON.stringify(row)).sort()
        return rows
      }),
    )

  test('leaves every table as it is when all or any part of it comes again, in whatever pieces', async () => {
    await withSync(async (sync) => {
      expect(await sync.push(ann, pushOf([...mutations]))).toEqual({})
    })
    const before = await everything()
    expect(before['entry']?.length).toBeGreaterThan(4)
    expect(before['revision']?.length).toBeGreaterThan(3)
    await withSync(async (sync) => {
      for (let from = 0; from < mutations.length; from += 1)
        for (let to = from + 1; to <= mutations.length; to += 1)
          expect(await sync.push(ann, pushOf(mutations.slice(from, to)))).toEqual({})
      await Promise.all(Array.from({ length: 8 }, () => sync.push(ann, pushOf([...mutations]))))
      expect(await sync.push(ann, pushOf([]))).toEqual({})
    })
    expect(await everything()).toEqual(before)
  })

  test('is not disturbed by the same push arriving several times at once', async () => {
    await withSync(async (sync) => {
      await Promise.all(Array.from({ length: 8 }, () => sync.push(ann, pushOf([...mutations]))))
    })
    const rows = await everything()
    // One revision per folder; the new name belongs to the same step.
    expect(rows['revision']).toHaveLength(4)
    expect(rows['client']?.map((text) => (JSON.parse(text) as { last_mutation_id: unknown }).last_mutation_id)).toEqual(
      [7, 2],
    )
  })
})
