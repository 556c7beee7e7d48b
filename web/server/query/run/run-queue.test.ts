import { localOwner } from '@tidemark/shared/access/actor'
import { describe, expect, test } from 'vitest'
import { queueKeyOf } from './query-service'
import { createRunQueue } from './run-queue'

const { signal } = new AbortController()

test('one person fills only their part of the line, and others still get in', async () => {
  const queue = createRunQueue({ perConnection: 1, perPerson: 1, waiting: 4, waitingPerPerson: 2 })
  const enter = (person: string) => queue.enter('local', person, signal)
  const leave = await enter('ann')
  const anns = [enter('ann'), enter('ann')]
  await expect(enter('ann')).rejects.toMatchObject({ code: 'queue-full' })
  const bob = enter('bob')
  leave()
  for (const place of [...anns, bob]) (await place)()
  await expect(enter('ann')).resolves.toBeTypeOf('function')
})

test('somebody in two workspaces is one person in line', () => {
  expect(queueKeyOf({ ...localOwner, orgId: 'a' })).toBe(queueKeyOf({ ...localOwner, orgId: 'b' }))
})

describe('a connection with limits of its own', () => {
  const limits = { perConnection: 2, perPerson: 1, waiting: 4, waitingPerPerson: 4 }

  test('lets more runs of a person in, beside those elsewhere, and others wait as before', async () => {
    const queue = createRunQueue(limits)
    const own = { perConnection: 3, perPerson: 2 }
    await queue.enter('elsewhere', 'ann', signal)
    await queue.enter('big', 'ann', signal, undefined, own)
    await queue.enter('big', 'ann', signal, undefined, own)
    const places: number[] = []
    const third = queue.enter('big', 'ann', signal, (place) => places.push(place), own)
    const leave = await queue.enter('big', 'bob', signal, undefined, own)
    const cleo = queue.enter('big', 'cleo', signal, (place) => places.push(place), own)
    expect(places).toEqual([1, 2])
    leave()
    // Ann is at her own limit there; that does not hold up Cleo.
    await expect(cleo).resolves.toBeTypeOf('function')
    await expect(Promise.race([third, Promise.resolve('waits')])).resolves.toBe('waits')
  })

  test('lets nobody wait where nobody may, and runs what has a place', async () => {
    const queue = createRunQueue(limits)
    const own = { perConnection: 1, waiting: 0 }
    const leave = await queue.enter('small', 'ann', signal, undefined, own)
    await expect(queue.enter('small', 'bob', signal, undefined, own)).rejects.toMatchObject({ code: 'queue-full' })
    leave()
    await expect(queue.enter('small', 'bob', signal, undefined, own)).resolves.toBeTypeOf('function')
  })

  test('counts who waits there for itself', async () => {
    const queue = createRunQueue(limits)
    const own = { perConnection: 1, waitingPerPerson: 1 }
    await queue.enter('small', 'bob', signal, undefined, own)
    const elsewhere = await queue.enter('elsewhere', 'ann', signal)
    const waits = [queue.enter('elsewhere', 'ann', signal), queue.enter('small', 'ann', signal, undefined, own)]
    await expect(queue.enter('small', 'ann', signal, undefined, own)).rejects.toMatchObject({
      code: 'queue-full',
      detail: '1 queries of yours are waiting.',
    })
    elsewhere()
    const [first] = waits
    await expect(first).resolves.toBeTypeOf('function')
  })
})
