import { expect, test } from 'vitest'
import { readPending } from './read-pending'

const failure = new DOMException('The database connection is closing.', 'InvalidStateError')

/** Fails when it is read, as a database does that is closed before or while it is. */
function failing(closes: 'before' | 'meanwhile' | 'never') {
  const source = {
    closed: closes === 'before',
    readCount: 0,
    experimentalPendingMutations: async () => {
      source.readCount += 1
      source.closed = closes !== 'never'
      throw failure
    },
  }
  return source
}

test('a client that is closed while it is read has nothing that waits, and nothing failed', async () => {
  expect(await readPending(failing('meanwhile'))).toBeNull()
})

test('one that is closed before is not read', async () => {
  const source = failing('before')
  expect(await readPending(source)).toBeNull()
  expect(source.readCount).toBe(0)
})

test('a database that cannot be read fails all the same', async () => {
  await expect(readPending(failing('never'))).rejects.toBe(failure)
})
