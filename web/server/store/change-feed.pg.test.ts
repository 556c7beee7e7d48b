import { everyone } from '@tidemark/shared/access/actor'
import type { Poke } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChangeFeed, type ChangeFeed } from './change-feed'
import { openPostgresStore } from './postgres-store'
import { borrowTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import type { Store } from './store'
import { folderOf, recordingLog, type RecordingLog } from '@testkit/store/store-fixtures'

const ann = { userId: 'ann', at: 1 }
/** A poll interval so long that no poll happens during a test. */
const never = 3_600_000
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe.skipIf(!hasPostgres)('the change feed', () => {
  let database: TestDatabase
  let log: RecordingLog
  let store: Store
  const feeds: ChangeFeed[] = []

  beforeEach(async () => {
    database = await borrowTestDatabase()
    log = recordingLog()
    store = await openPostgresStore({ connectionString: database.url, log })
  })
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.close()
    await store.close()
    await database.drop()
  })

  const open = async (pollMs = never) => {
    const heard: Poke[] = []
    const feed = await openChangeFeed({
      connectionString: database.url,
      log,
      pollMs,
      onChange: (poke) => heard.push(poke),
    })
    feeds.push(feed)
    return { feed, heard }
  }
  const write = async (id: string, org = 'acme') => {
    const { version } = await store.write(org, ann, (tx) => tx.putEntry(`folder/${id}`, folderOf(id), everyone))
    return { org, version: version ?? 0 }
  }
  const killFeeds = () => database.terminate('tidemark changes')

  test('tells the other instances at once, and not the one that changed', async () => {
    const [one, two, three] = [await open(), await open(), await open()]
    one.feed.publish(await write('a'))
    await soon(() =>
      expect([two.heard, three.heard]).toEqual([[{ org: 'acme', version: 1 }], [{ org: 'acme', version: 1 }]]),
    )
    two.feed.publish(await write('b', 'other'))
    await soon(() => expect(one.heard).toEqual([{ org: 'other', version: 1 }]))
    expect(two.heard).toHaveLength(1)
  })

  test('many changes of an org in a short time are told as few, the last one among them', async () => {
    const [one, two] = [await open(), await open()]
    for (let version = 1; version <= 1000; version += 1) one.feed.publish({ org: 'acme', version })
    await soon(() => expect(two.heard.at(-1)).toEqual({ org: 'acme', version: 1000 }))
    expect(two.heard.length).toBeLessThan(5)
  })

  test('finds by its poll what nobody told of, once', async () => {
    await write('before')
    const { heard } = await open(50)
    await write('a')
    await write('b', 'other')
    await soon(() =>
      expect(heard).toEqual(
        expect.arrayContaining([
          { org: 'acme', version: 2 },
          { org: 'other', version: 1 },
        ]),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(heard).toHaveLength(2)
  })

  test('finds a transaction that began before a poll and ended after it', async () => {
    const { heard } = await open(50)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const late = store.write('slow', ann, async (tx) => {
      await tx.putEntry('folder/a', folderOf('a'), everyone)
      await held
    })
    for (let index = 0; index < 5; index += 1) {
      await write(`f${index}`)
      await soon(() => expect(heard.at(-1)).toEqual({ org: 'acme', version: index + 1 }))
    }
    letGo()
    await late
    await soon(() => expect(heard.at(-1)).toEqual({ org: 'slow', version: 1 }))
  })

  test('a feed whose connection is terminated listens again, and hears what it missed', async () => {
    const [one, two] = [await open(), await open()]
    await write('missed')
    await killFeeds()
    await soon(() =>
      expect([one.heard, two.heard]).toEqual([[{ org: 'acme', version: 1 }], [{ org: 'acme', version: 1 }]]),
    )
    one.feed.publish(await write('told'))
    await soon(() => expect(two.heard.at(-1)).toEqual({ org: 'acme', version: 2 }))
    expect(log.errors).toEqual([])
  })

  test('tries again until it is let in, and closes while it is not', async () => {
    const [one, two] = [await open(), await open()]
    await write('missed')
    await database.allowConnections(false)
    expect(await killFeeds()).toHaveLength(2)
    await two.feed.close()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(one.heard).toEqual([])
    await database.allowConnections(true)
    await soon(() => expect(one.heard).toEqual([{ org: 'acme', version: 1 }]))
    expect([two.heard, log.errors]).toEqual([[], []])
  })

  test('says what another program sends on its channel, and goes on', async () => {
    const { heard } = await open()
    await database.query("NOTIFY tidemark_change, 'hello'")
    await soon(() => expect(log.errors).toHaveLength(1))
    await database.query(`NOTIFY tidemark_change, '{"org":"acme","version":7}'`)
    await soon(() => expect(heard).toEqual([{ org: 'acme', version: 7 }]))
  })

  test('what was published before it closed is told; what comes later is not', async () => {
    const [one, two] = [await open(), await open()]
    one.feed.publish({ org: 'acme', version: 1 })
    await one.feed.close()
    one.feed.publish({ org: 'acme', version: 2 })
    await soon(() => expect(two.heard).toEqual([{ org: 'acme', version: 1 }]))
    expect(await killFeeds()).toHaveLength(1)
  })

  test('does not open where nothing answers', async () => {
    const opened = openChangeFeed({
      connectionString: 'postgres://a:secret@127.0.0.1:1/x',
      log,
      onChange: () => undefined,
    })
    await expect(opened).rejects.toMatchObject({
      code: 'store-failed',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
  })
})
