import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres-store'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { recordingLog } from '@testkit/store/store-fixtures'
import type { Store } from '../store/store'
import { createPokeHub } from './poke-hub'
import { createFolderOf, personOf, pushOf } from '@testkit/sync/sync-test-bed'
import { createSyncService, type SyncService } from './sync-service'

const ann = personOf('ann')
const writers = ['w1', 'w2', 'w3'] as const
const pushesOfWriter = 60

function serve(store: Store, clock: () => number = Date.now): SyncService {
  const log = recordingLog()
  return createSyncService({ store, pokes: createPokeHub({ log }), log, clock })
}

/** Pushes until everything is acknowledged, and retries failures as a client does. Returns the number of failures. */
async function pushAll(
  sync: SyncService,
  { onAcknowledged, onFailed }: { onAcknowledged?: () => void; onFailed?: () => void } = {},
): Promise<number> {
  let failures = 0
  await Promise.all(
    writers.map(async (writer) => {
      for (let id = 1; id <= pushesOfWriter;) {
        const mutations = [id, id + 1].map((each) => createFolderOf(each, `${writer}-${each}`, writer))
        try {
          expect(await sync.push(ann, pushOf(mutations, { clientGroupID: `g-${writer}` }))).toEqual({})
          id += mutations.length
          onAcknowledged?.()
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: expect.stringMatching(/^(store-failed|disk-full)$/) as unknown })
          failures += 1
          onFailed?.()
          await delay(20)
        }
      }
    }),
  )
  return failures
}

/**
 * Checks that each folder exists and was written once: a mutation applied twice leaves a second revision or a refusal.
 */
async function expectAllOnce(store: Store): Promise<void> {
  await store.read('acme', async (tx) => {
    const entries = await tx.listEntries('')
    expect(entries.map(({ key }) => key)).toEqual(
      writers
        .flatMap((writer) => Array.from({ length: pushesOfWriter }, (_, index) => `folder/${writer}-${index + 1}`))
        .sort(),
    )
    for (const { key } of entries) expect(await tx.listRevisions(key)).toHaveLength(1)
    for (const writer of writers) expect((await tx.getClient(writer))?.lastMutationId).toBe(pushesOfWriter)
  })
}

describe.skipIf(!hasPostgres)('pushes on PostgreSQL', () => {
  let database: TestDatabase
  let store: Store
  beforeEach(async () => {
    database = await createTestDatabase()
    store = await openPostgresStore({ connectionString: database.url, log: recordingLog() })
  })
  afterEach(async () => {
    await store.close()
    await database.drop()
  })

  test('whose connections are terminated in the middle are done once when they are sent again', async () => {
    // Terminates after every fifth push, so that the number does not depend on the speed.
    let acknowledged = 0
    const terminations: ReturnType<TestDatabase['terminate']>[] = []
    const onAcknowledged = () => {
      acknowledged += 1
      if (acknowledged % 5 === 0) terminations.push(database.terminate('tidemark writes'))
    }
    const failures = await pushAll(serve(store), { onAcknowledged })
    const terminated = (await Promise.all(terminations)).flat().length
    expect(terminated).toBeGreaterThan(5)
    expect(failures).toBeGreaterThan(0)
    await expectAllOnce(store)
  })

  test('that meet a full disk are answered so, and are done once when there is room again', async () => {
    await database.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk AFTER INSERT ON revision FOR EACH ROW WHEN (NEW.key > 'folder/w2-3')
        EXECUTE FUNCTION full_disk()`)
    // A stopped clock keeps the three mutations in one transaction, however slow the machine is.
    const sync = serve(store, () => 1_700_000_000_000)
    const mutations = [1, 2, 3].map((id) => createFolderOf(id, `w2-${id + 1}`, 'full'))
    await expect(sync.push(ann, pushOf(mutations, { clientGroupID: 'g-full' }))).rejects.toMatchObject({
      code: 'disk-full',
    })
    expect(await store.read('acme', (tx) => tx.listEntries(''))).toEqual([])
    let failures = 0
    const onFailed = () => {
      failures += 1
      if (failures === 3) void database.query('DROP TRIGGER full_disk ON revision')
    }
    expect(await pushAll(sync, { onFailed })).toBeGreaterThanOrEqual(3)
    await expectAllOnce(store)
  })
})

test.skipIf(!hasPostgres)(
  'pushes on a PostgreSQL that crashes and comes back are done once',
  { timeout: 120_000 },
  async () => {
    const server = await keepPostgres()
    const store = await openPostgresStore({ connectionString: server.url, log: recordingLog() })
    try {
      let acknowledged = 0
      let restarts = 0
      let restarting = Promise.resolve()
      const onAcknowledged = () => {
        acknowledged += 1
        if (acknowledged % 40 !== 0) return
        restarts += 1
        restarting = restarting.then(() => server.restart())
      }
      const failures = await pushAll(serve(store), { onAcknowledged })
      await restarting
      expect(restarts).toBe(2)
      expect(failures).toBeGreaterThan(0)
      await expectAllOnce(store)
    } finally {
      await store.close()
      await server.stop()
    }
  },
)

/** Starts a PostgreSQL for this test alone, whose commits wait for the disk. */
async function keepPostgres() {
  const script = fileURLToPath(new URL('../../../testkit/postgres/keep-postgres.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [script, '--durable'], { stdio: ['pipe', 'pipe', 'inherit'] })
  keeper.stdout.setEncoding('utf8')
  const nextLine = async () => {
    // `once` resolves with the event's arguments, and a stream with an encoding emits text.
    const [line] = (await once(keeper.stdout, 'data')) as [string]
    return line.trim()
  }
  return {
    url: await nextLine(),
    restart: async () => {
      const line = nextLine()
      keeper.stdin.write('restart\n')
      expect(await line).toBe('restarted')
    },
    stop: async () => {
      const ended = once(keeper, 'exit')
      keeper.stdin.end()
      await ended
    },
  }
}
