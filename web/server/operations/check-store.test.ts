import { everyone } from '@tidemark/shared/access/actor'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillContent, openOperationsBed, type OperationsBed } from '@testkit/store/operations-fixtures'
import { folderOf } from '@testkit/store/store-fixtures'
import { acceptStore, checkStore } from './check-store'
import { writingStore } from './store-access'

describe('a store', () => {
  let bed: OperationsBed
  beforeEach(async () => {
    bed = await openOperationsBed('sqlite')
    await fillContent(bed)
  })
  afterEach(() => bed.dispose())

  const place = () => ({ dataDir: bed.folder, databaseUrl: undefined })
  const check = () => checkStore(place())
  /** Changes rows without what a commit keeps about them, as damage to the file does. */
  const damage = async (sql: string) => {
    const off = ['entry_update_sum', 'entry_delete_sum', 'entry_delete_tombstone']
    await writingStore(place(), (database) =>
      database.write(async (tx) => {
        for (const name of off) await tx.query(`DROP TRIGGER IF EXISTS ${name}`)
        await tx.query(sql)
      }),
    )
  }
  const open = () => bed.withStore(async () => undefined)

  test('is whole after writes, moves, deletions, collected tombstones and an import', async () => {
    await bed.withStore((store) =>
      store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
        await tx.putEntry('folder/a', folderOf('a', 'Another name'), everyone)
        await tx.moveEntry('folder/a', 'folder:a')
        await tx.deleteEntry('folder/b')
        await tx.collectTombstones(tx.version)
      }),
    )
    expect(check().damages).toEqual([])
    await open()
  })

  test.each([
    ['lost', "DELETE FROM entry WHERE org = 'acme' AND key = 'folder/a'", -1],
    ['changed', `UPDATE entry SET value = '{"x":1}' WHERE org = 'acme' AND key = 'folder/a'`, 0],
  ])('of which an entry was %s is not opened, is told by name, and can be accepted', async (_, sql, difference) => {
    await damage(sql)
    const { damages } = check()
    expect(damages).toEqual([
      { org: 'acme', committedCount: expect.any(Number), foundCount: expect.any(Number), keys: ['folder/a'] },
    ])
    expect((damages[0]?.foundCount ?? 0) - (damages[0]?.committedCount ?? 0)).toBe(difference)
    await expect(open()).rejects.toMatchObject({
      code: 'store-corrupt',
      detail: expect.stringMatching(/Workspace acme .*folder\/a/) as unknown,
      hint: expect.stringContaining('npm run restore') as unknown,
    })
    await acceptStore(place(), Date.now())
    expect(check().damages).toEqual([])
    await open()
  })

  test('knows a changed audience, version or tombstone too', async () => {
    for (const sql of [
      "UPDATE entry SET audience = 'everyone!' WHERE org = 'acme' AND key = 'folder/a'",
      "UPDATE entry SET version = version + 1 WHERE org = 'acme' AND key = 'folder/b'",
    ]) {
      await damage(sql)
      expect(check().damages).toMatchObject([{ org: 'acme', keys: [] }])
      await acceptStore(place(), Date.now())
    }
  })
})
