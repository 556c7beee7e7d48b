import { describe, expect, test } from 'vitest'
import { TidemarkError } from '../errors/tidemark-error'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { parseEntry } from './concepts'
import { discardMutationError, discardMutationErrors, discardsOf, groupMutationErrors } from './mutation-errors'
import { mutationErrorKey } from './protocol'

const key = mutationErrorKey('c1', 3)
const note = {
  clientId: 'c1',
  mutationId: 3,
  name: 'createFolder',
  args: { name: 'typed' },
  error: { ...new TidemarkError('not-found').toBody() },
  at: 1,
}

describe('discardMutationError', () => {
  test('forgets the refused change, once', async () => {
    const tx = new MapEntryTx()
    await tx.set(key, note)
    await tx.run(discardMutationError, { clientId: 'c1', mutationId: 3 })
    expect(tx.entries.size).toBe(0)
    await expect(tx.run(discardMutationError, { clientId: 'c1', mutationId: 3 })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

const refused = (mutationId: number, name = 'createFolder', clientId = 'c1') =>
  ({ ...note, name, clientId, mutationId, at: mutationId }) as const

describe('5 000 refused changes', () => {
  const errors = [
    ...Array.from({ length: 4999 }, (_, index) => refused(4999 - index)),
    refused(1, 'updateFolder', 'c2'),
  ]

  test('are two groups when they are of two kinds, each in the order made', () => {
    const groups = groupMutationErrors(errors)
    expect(groups.map(({ name, errors: { length } }) => [name, length])).toEqual([
      ['createFolder', 4999],
      ['updateFolder', 1],
    ])
    expect(groups[0]?.errors.map(({ mutationId }) => mutationId).slice(0, 3)).toEqual([1, 2, 3])
  })

  test('are forgotten by one mutation of a few kilobytes, also when some are gone already', async () => {
    const tx = new MapEntryTx()
    for (const error of errors.slice(100)) await tx.set(mutationErrorKey(error.clientId, error.mutationId), error)
    const [args, ...more] = discardsOf(errors)
    expect(more).toEqual([])
    expect(JSON.stringify(args).length).toBeLessThan(32_000)
    await tx.run(discardMutationErrors, args ?? { refused: [] })
    expect(tx.entries.size).toBe(0)
  })

  test('of more than one mutation takes are forgotten by several', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => refused(index + 1))
    expect(discardsOf(many).map(({ refused: [first] }) => first?.mutationIds.length)).toEqual([10_000, 1])
    expect(
      discardMutationErrors.argsSchema.safeParse({
        refused: [{ clientId: 'c1', mutationIds: many.map(({ mutationId }) => mutationId) }],
        at: 1,
        actionId: 'a',
      }).success,
    ).toBe(false)
  })

  test('of two reasons are two groups', () => {
    const forbidden = { ...refused(7), error: { ...new TidemarkError('forbidden').toBody() } }
    expect(groupMutationErrors([refused(1), forbidden, refused(2)]).map(({ error }) => error.code)).toEqual([
      'not-found',
      'forbidden',
    ])
  })
})

describe('an entry', () => {
  test('lies at the key its ids spell', () => {
    expect(parseEntry(key, note)).toEqual(note)
    expect(() => parseEntry(mutationErrorKey('c1', 4), note)).toThrow(TidemarkError)
  })

  test.each(['', 'folder', '/a', 'toString/a', 'gadget/a'])('of no concept (%j) is refused', (unknownKey) => {
    expect(() => parseEntry(unknownKey, note)).toThrow(expect.objectContaining({ code: 'invalid-mutation' }))
  })
})
