import { describe, expect, test } from 'vitest'
import { isAllowed } from '../access/rules'
import { roles } from '../access/roles'
import { localOwner } from '../access/actor'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { flagKey, samePercent } from './flag'
import { createFlag, updateFlag } from './flag-mutators'

const made = { name: 'fast-lane', description: 'Faster', variants: [], percentByRole: samePercent(0) }
const open = async () => {
  const tx = new MapEntryTx('ann', { role: 'admin' })
  await tx.run(createFlag, made, 5)
  return tx
}

describe('a flag', () => {
  test('is made once for each name, by admins', async () => {
    const tx = await open()
    const value = tx.entries.get(flagKey('fast-lane'))
    expect(value).toMatchObject({ ...made, archivedAt: null, createdBy: 'ann', createdAt: 5 })
    await expect(tx.run(createFlag, made)).rejects.toMatchObject({ code: 'already-exists' })
    const { permission } = createFlag
    expect(updateFlag.permission).toEqual(permission)
    expect(roles.filter((role) => isAllowed({ ...localOwner, role }, permission))).toEqual(['admin', 'owner'])
  })

  test('changes only where it was told to', async () => {
    const tx = await open()
    await tx.run(updateFlag, { name: 'fast-lane', percentByRole: { ...samePercent(0), editor: 25 } }, 9)
    expect(tx.entries.get(flagKey('fast-lane'))).toMatchObject({
      description: 'Faster',
      percentByRole: { editor: 25, viewer: 0 },
      updatedAt: 9,
    })
    await expect(tx.run(updateFlag, { name: 'other' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    [{ name: 'Fast lane' }],
    [{ name: 'a--b' }],
    [{ name: '' }],
    [{ percentByRole: { ...samePercent(0), viewer: 101 } }],
    [{ percentByRole: { ...samePercent(0), viewer: 0.5 } }],
    [{ percentByRole: { viewer: 1 } }],
    [{ variants: ['blue', 'blue'] }],
    [{ variants: ['not a name'] }],
  ])('with %o is refused', (changes) => {
    expect(createFlag.argsSchema.safeParse({ ...made, ...changes, at: 1, actionId: 'step' }).success).toBe(false)
  })
})
