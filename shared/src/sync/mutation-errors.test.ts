import { describe, expect, test } from 'vitest'
import { TidemarkError } from '../errors/tidemark-error'
import { MapEntryTx } from '../entries/map-entry-tx'
import { parseEntry } from './concepts'
import { discardMutationError } from './mutation-errors'
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

describe('an entry', () => {
  test('lies at the key its ids spell', () => {
    expect(parseEntry(key, note)).toEqual(note)
    expect(() => parseEntry(mutationErrorKey('c1', 4), note)).toThrow(TidemarkError)
  })

  test.each(['', 'folder', '/a', 'toString/a', 'gadget/a'])('of no concept (%j) is refused', (unknownKey) => {
    expect(() => parseEntry(unknownKey, note)).toThrow(expect.objectContaining({ code: 'invalid-mutation' }))
  })
})
