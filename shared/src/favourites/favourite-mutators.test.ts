import { beforeEach, describe, expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { folderIdSchema, folderKey } from '../folders/folder'
import { createFolder, updateFolder } from '../folders/folder-mutators'
import { addFavourite, removeFavourite } from './favourite-mutators'
import { isFavourite, listFavourites } from './favourite-queries'

const folder = (id: string) => ({ kind: 'folder', id: folderIdSchema.parse(id) }) as const
const [a, b] = [folder('a'), folder('b')]

describe('favourites', () => {
  let tx: MapEntryTx
  beforeEach(async () => {
    tx = new MapEntryTx('ann', { role: 'viewer' })
    const bob = tx.as('bob')
    for (const { id } of [a, b]) await bob.run(createFolder, { id, parentId: null, name: id, order: 'a0' })
  })
  const ids = (userId = 'ann') => listFavourites(tx.view, userId).map(({ thing }) => thing.id)

  test('are listed as they were added, to the person who added them', async () => {
    await tx.run(addFavourite, { target: b }, 1)
    await tx.run(addFavourite, { target: a }, 2)
    expect(ids()).toEqual(['b', 'a'])
    expect(ids('bob')).toEqual([])
    expect(isFavourite(tx.view, 'ann', a)).toBe(true)
    expect(isFavourite(tx.view, 'bob', a)).toBe(false)
  })

  test('added twice are there once, since the first time', async () => {
    await tx.run(addFavourite, { target: a }, 1)
    await tx.run(addFavourite, { target: b }, 2)
    await tx.run(addFavourite, { target: a }, 3)
    expect(ids()).toEqual(['a', 'b'])
  })

  test('are not made of what is not there', async () => {
    await tx.run(addFavourite, { target: folder('gone') })
    expect([...tx.entries.keys()].filter((found) => found.startsWith('favourite/'))).toEqual([])
  })

  test('in the trash are not listed, and are again once restored', async () => {
    await tx.run(addFavourite, { target: a })
    await tx.as('bob').run(updateFolder, { id: a.id, deletedAt: 5 })
    expect(ids()).toEqual([])
    await tx.as('bob').run(updateFolder, { id: a.id, deletedAt: null })
    expect(ids()).toEqual(['a'])
    tx.entries.delete(folderKey(a.id))
    expect(ids()).toEqual([])
  })

  test('are taken off twice without a refusal', async () => {
    await tx.run(addFavourite, { target: a })
    await tx.run(removeFavourite, { target: a })
    await tx.run(removeFavourite, { target: a })
    expect(ids()).toEqual([])
  })
})
