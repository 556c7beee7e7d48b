import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyone, personalAudience } from '@tidemark/shared/access/actor'
import { describe, expect, test } from 'vitest'
import { mountSmallDisk, unmountSmallDisk } from '@testkit/store/small-disk-fixture'
import { startPostgresBeside } from '@testkit/postgres/start-postgres-beside'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { createScratchDatabase } from '@testkit/store/scratch-database'
import { ann, setupPostgresStores } from '@testkit/store/postgres-store-bed'
import { chartOf, folderOf } from '@testkit/store/store-fixtures'

describe.skipIf(!hasPostgres)('the PostgreSQL store', () => {
  const { database, log, open, put, names, version } = setupPostgresStores()

  test('plans a statement with a name once for a connection, and one without each time', async () => {
    const { tables } = await open()
    for (const id of ['a', 'b']) {
      await tables.read('SELECT id FROM org WHERE id = $1', [id], 'find-org')
      await tables.read('SELECT version FROM org WHERE id = $1', [id])
    }
    const { rows } = await tables.read(
      'SELECT name, generic_plans + custom_plans AS asked FROM pg_prepared_statements',
      [],
    )
    expect(rows).toEqual([{ name: 'find-org', asked: 2 }])
  })

  describe('guards its entries', () => {
    const stamp = (text: string) => `BEGIN; SELECT set_config('tidemark.stamp', '${text}', true);`
    const insert = "INSERT INTO entry VALUES ('acme', 'folder/b', '{}', 1, false, 'everyone', 1)"

    test.each([
      ['without a stamp', insert, 'unstamped write'],
      ['with the stamp of another version', `${stamp('2 acme')} ${insert}`, 'unstamped write'],
      ['with the stamp of another org', `${stamp('1 other')} ${insert}`, 'unstamped write'],
      ['with the stamp of an earlier transaction', `${stamp('1 acme')} COMMIT; ${insert}`, 'unstamped write'],
      ['by an update without a stamp', 'UPDATE entry SET version = version', 'unstamped write'],
      ['by taking an entry away', 'DELETE FROM entry', 'only tombstones are deleted'],
      ['by taking all of them away', 'TRUNCATE entry', 'only tombstones are deleted'],
    ])('against a write %s', async (_, sql, message) => {
      const store = await open()
      await put(store, 'a')
      await expect(database().query(sql)).rejects.toThrow(message)
      expect(await names(store)).toEqual(['a'])
    })

    test('a stored value that no longer fits is left out, logged, and can be written again', async () => {
      const store = await open()
      await put(store, 'a')
      await put(store, 'b')
      await database().query(`${stamp('1 acme')} UPDATE entry SET value = '{"id":"a"}' WHERE key = 'folder/a'; COMMIT`)
      expect(await names(store)).toEqual(['b'])
      expect(log().errors).toHaveLength(1)
      await put(store, 'a', 'whole again')
      expect(await names(store)).toEqual(['whole again', 'b'])
    })

    test('a number that JavaScript cannot hold exactly is refused, not rounded', async () => {
      const store = await open()
      await put(store, 'a')
      await database().query('UPDATE org SET version = 9007199254740993')
      await expect(version(store)).rejects.toMatchObject({
        code: 'store-corrupt',
        detail: expect.stringContaining('9007199254740993'),
      })
    })
  })

  test('a failed statement that the caller passes over is not committed around', async () => {
    const store = await open()
    const written = store.write('acme', ann, async (tx) => {
      await tx.putEntry('folder/a', folderOf('a'), everyone)
      await tx.putClient({ id: 'c', groupId: 'absent', lastMutationId: 1 }).catch(() => undefined)
    })
    await expect(written).rejects.toMatchObject({ code: 'store-failed' })
    expect([await version(store), await names(store)]).toEqual([0, []])
    expect((await put(store, 'a')).version).toBe(1)
  })

  test('writers of two instances take turns: versions are consecutive, no row is lost, and no reader sees a gap', async () => {
    const stores = [await open(), await open()] as const
    const writers = 8
    const writesEach = 12
    const seen: number[] = []
    const reading = stores.map(async (store) => {
      let after = 0
      while (after < writers * writesEach) {
        const changes = await store.read('acme', (tx) => tx.listChanges(after, [everyone]))
        // Each write makes one entry, so a reader's changes up to a version must have no gaps.
        expect(changes.map((change) => change.version)).toEqual(changes.map((_, index) => after + 1 + index))
        after += changes.length
        seen.push(changes.length)
      }
    })
    const given = await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const versions: number[] = []
        for (let index = 0; index < writesEach; index += 1) {
          versions.push((await put(stores[writer % 2 === 0 ? 0 : 1], `w${writer}-${index}`)).version ?? 0)
        }
        return versions
      }),
    )
    await Promise.all(reading)
    for (const versions of given) expect(versions).toEqual([...versions].sort((a, b) => a - b))
    expect(given.flat().sort((a, b) => a - b)).toEqual(
      Array.from({ length: writers * writesEach }, (_, index) => index + 1),
    )
    expect(seen.length).toBeGreaterThan(4)
  })

  test('a busy org keeps no other waiting', async () => {
    const store = await open()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const busy = store.write('acme', ann, () => held)
    const waiting = Array.from({ length: 20 }, (_, index) => put(store, `f${index}`))
    expect((await put(store, 'a', 'a', 'other')).version).toBe(1)
    letGo()
    await busy
    const versions = (await Promise.all(waiting)).map((written) => written.version)
    expect(versions.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('a pull reads what changed through an index, however large the org is', async () => {
    const counted = await createTestDatabase()
    const store = await open(counted.url)
    await put(store, 'a')
    await counted.query(`
      UPDATE org SET version = 20000;
      BEGIN;
      ALTER TABLE entry DISABLE TRIGGER entry_stamped;
      INSERT INTO entry SELECT 'acme', 'folder/f' || n, '{}', n, false, 'everyone', n FROM generate_series(2, 20000) AS n;
      ALTER TABLE entry ENABLE TRIGGER entry_stamped;
      COMMIT;
      ANALYZE entry`)
    for (let index = 0; index < 10; index += 1) {
      expect(await store.read('acme', (tx) => tx.listChanges(20_000, [everyone, personalAudience('ann')]))).toEqual([])
    }
    await store.close()
    // A connection reports its statistics when it closes.
    await expect.poll(() => counted.terminate('tidemark reads')).toEqual([])
    const [read] = await counted.query(`
      SELECT sum(seq_tup_read)::int + (SELECT sum(idx_tup_read)::int FROM pg_stat_user_indexes WHERE relname = 'entry') AS tuples
      FROM pg_stat_user_tables WHERE relname = 'entry'`)
    expect(Number(read?.['tuples'])).toBeLessThan(100)
    await counted.drop()
  })

  test('a full disk fails the one write, which is not half done; reads and later writes go on', async (context) => {
    // A separate server, so that no checkpoint of other tests fails while this one's disk is full.
    const server = await startPostgresBeside()
    const main = await createScratchDatabase(server.url, 'main_')
    const disk = await openSmallTablespace(main)
    if (disk === null) {
      await server.stop()
      return context.skip('a small disk for the database is not to be had here')
    }
    const small = await createScratchDatabase(server.url, 'small_', `TABLESPACE ${disk.tablespace}`)
    try {
      const store = await open(small.url)
      await put(store, 'before')
      // On a full disk PostgreSQL may refuse new connections, which need a file of their own.
      await store.read('acme', (tx) => tx.getOrg())
      disk.leave(512 * 1024)
      const fillDisk = async () => {
        for (let index = 0; index < 2000; index += 1) {
          await store.write('acme', ann, async (tx) => {
            await tx.putEntry(`folder/w${index}`, folderOf(`w${index}`), everyone)
            await tx.putEntry(`chart/w${index}`, { ...chartOf(`w${index}`), description: 'x'.repeat(500) }, everyone)
          })
        }
      }
      await expect(fillDisk()).rejects.toMatchObject({ code: 'disk-full', status: 507 })
      const read = await store.read('acme', async (tx) => ({
        version: (await tx.getOrg()).version,
        folders: (await tx.scanEntries('folder/w', [everyone])).length,
        charts: (await tx.scanEntries('chart/', [everyone])).length,
      }))
      expect(read.folders).toBeGreaterThan(10)
      expect(read).toEqual({ version: read.folders + 1, folders: read.folders, charts: read.folders })
      disk.clear()
      expect((await put(store, 'after')).version).toBe(read.version + 1)
      await store.close()
    } finally {
      await small.drop()
      await disk.remove()
      await main.drop()
      await server.stop()
    }
  })
})

interface SmallDisk {
  readonly tablespace: string
  /** Fills the disk except for this many bytes. */
  leave(sizeBytes: number): void
  clear(): void
  remove(): Promise<void>
}

/** Opens a tablespace on a small disk; null if the server is on another machine or mounting is not permitted. */
async function openSmallTablespace(database: TestDatabase): Promise<SmallDisk | null> {
  const data = String((await database.query('SHOW data_directory'))[0]?.['data_directory'])
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner === undefined) return null
  const path = mkdtempSync(join(tmpdir(), 'tidemark-disk-'))
  if (!mountSmallDisk(path, `size=32m,mode=0700,uid=${owner.uid},gid=${owner.gid}`)) {
    rmSync(path, { recursive: true })
    return null
  }
  const filler = join(path, 'filler')
  const tablespace = `small_${randomBytes(6).toString('hex')}`
  await database.query(`CREATE TABLESPACE ${tablespace} LOCATION '${path}'`)
  return {
    tablespace,
    leave: (sizeBytes) => {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - sizeBytes))
    },
    clear: () => rmSync(filler),
    remove: async () => {
      await database.query(`DROP TABLESPACE ${tablespace}`)
      unmountSmallDisk(path)
      rmSync(path, { recursive: true })
    },
  }
}
