import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { PendingMutation } from 'replicache'
import { expect, test } from 'vitest'
import { RescuedChanges } from './rescued-changes'

// There is no IndexedDB here, as in a browser that blocks it: changes are kept in memory.
const pending = (id: number, name: string, args: Readonly<Record<string, string>> = {}): PendingMutation => ({
  id,
  name,
  clientID: 'c1',
  args: { at: 5, actionId: `step-${id}`, ...args },
})
const rename = pending(2, 'updateChart', { id: 'a', name: 'New' })

async function rescuedAfterReload(...mutations: readonly PendingMutation[]): Promise<RescuedChanges> {
  const rescued = new RescuedChanges('test')
  await rescued.rescue(mutations)
  await rescued.refresh([])
  return rescued
}
const namesOf = (rescued: RescuedChanges) => rescued.getState().map(({ name }) => name)

test('what a client still has to send itself is not offered a second time', async () => {
  const rescued = new RescuedChanges('test')
  expect(await rescued.rescue([rename])).toBe(false)
  expect(namesOf(rescued)).toEqual([])
  await rescued.refresh([])
  expect(namesOf(rescued)).toEqual(['updateChart'])
})

test('changes are made again in their order, as part of the steps they were, without their old stamp', async () => {
  const rescued = await rescuedAfterReload(rename, pending(1, 'createChart', { id: 'a' }))
  const made: unknown[] = []
  await rescued.makeAgain(async (name, args, actionId) => void made.push([name, args, actionId]))
  expect(made).toEqual([
    ['createChart', { id: 'a' }, 'step-1'],
    ['updateChart', { id: 'a', name: 'New' }, 'step-2'],
  ])
  expect(namesOf(rescued)).toEqual([])
})

test('one that cannot be made stays with the reason until it is discarded, the others do not wait for it', async () => {
  const rescued = await rescuedAfterReload(rename, pending(3, 'aMutationOfAnotherBuild'), pending(4, 'createChart'))
  const madeCount = await rescued.makeAgain(async (name) => {
    if (name === 'updateChart') throw new TidemarkError('not-found')
  })
  expect(madeCount).toBe(1)
  expect(rescued.getState().map(({ name, error }) => [name, error?.code])).toEqual([
    ['updateChart', 'not-found'],
    ['aMutationOfAnotherBuild', 'unknown-mutation'],
  ])
  await rescued.discard(['c1/2'])
  expect(namesOf(rescued)).toEqual(['aMutationOfAnotherBuild'])
})

test('what did reach the server before the client was lost counts as made', async () => {
  const rescued = await rescuedAfterReload(pending(1, 'createChart'))
  await rescued.makeAgain(() => Promise.reject(new TidemarkError('already-exists')))
  expect(namesOf(rescued)).toEqual([])
})
