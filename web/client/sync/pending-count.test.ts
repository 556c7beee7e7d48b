import { expect, test } from 'vitest'
import { readPending, shareRuns } from './pending-count'

const failure = new DOMException('The database connection is closing.', 'InvalidStateError')

/** Returns a source that fails when it is read, like a database that is closed before or during the read. */
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

test('counts that are asked for while one is under way are one count, which begins after it', async () => {
  const ends: (() => void)[] = []
  const count = shareRuns(() => new Promise((resolve) => ends.push(resolve)))
  const first = count()
  await Promise.resolve()
  const shared = [count(), count()]
  expect(shared[0]).toBe(shared[1])
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all(shared)
})

test('a count that fails fails for those who asked for it alone', async () => {
  let runs = 0
  const count = shareRuns(async () => {
    runs += 1
    if (runs === 1) throw failure
  })
  await expect(count()).rejects.toBe(failure)
  await expect(count()).resolves.toBeUndefined()
})
