import { localOwner } from '@tidemark/shared/access/actor'
import { expect, test } from 'vitest'
import { personOf } from './query-service'
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
  expect(personOf({ ...localOwner, orgId: 'a' })).toBe(personOf({ ...localOwner, orgId: 'b' }))
})
