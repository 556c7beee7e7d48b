import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { PendingMutation } from 'replicache'
import { expect, test } from 'vitest'
import { RecoveredChanges, settleText } from './recovered-changes'

// Node has no IndexedDB, like a browser that blocks it: changes are kept in memory.
const pending = (id: number, name: string, args: Readonly<Record<string, string>> = {}): PendingMutation => ({
  id,
  name,
  clientID: 'c1',
  args: { at: 5, actionId: `step-${id}`, ...args },
})
const rename = pending(2, 'updateChart', { id: 'a', name: 'New' })

async function recoveredAfterReload(...mutations: readonly PendingMutation[]): Promise<RecoveredChanges> {
  const recovered = new RecoveredChanges('test')
  await recovered.recover(mutations)
  await recovered.refresh([])
  return recovered
}
const namesOf = (recovered: RecoveredChanges) => recovered.getState().map(({ name }) => name)

test('what a client still has to send itself is not offered a second time', async () => {
  const recovered = new RecoveredChanges('test')
  expect(await recovered.recover([rename])).toBe(false)
  expect(namesOf(recovered)).toEqual([])
  await recovered.refresh([])
  expect(namesOf(recovered)).toEqual(['updateChart'])
})

test('changes are made again in their order, as part of the steps they were, without their old stamp', async () => {
  const recovered = await recoveredAfterReload(rename, pending(1, 'createChart', { id: 'a' }))
  const made: unknown[] = []
  await recovered.makeAgain(async (name, args, actionId) => void made.push([name, args, actionId]))
  expect(made).toEqual([
    ['createChart', { id: 'a' }, 'step-1'],
    ['updateChart', { id: 'a', name: 'New' }, 'step-2'],
  ])
  expect(namesOf(recovered)).toEqual([])
})

test('one that cannot be made stays with the reason until it is discarded, the others do not wait for it', async () => {
  const recovered = await recoveredAfterReload(rename, pending(3, 'aMutationOfAnotherBuild'), pending(4, 'createChart'))
  const madeCount = await recovered.makeAgain(async (name) => {
    if (name === 'updateChart') throw new TidemarkError('not-found')
  })
  expect(madeCount).toBe(1)
  expect(recovered.getState().map(({ name, error }) => [name, error?.code])).toEqual([
    ['updateChart', 'not-found'],
    ['aMutationOfAnotherBuild', 'unknown-mutation'],
  ])
  await recovered.discard(['c1/2'])
  expect(namesOf(recovered)).toEqual(['aMutationOfAnotherBuild'])
})

test('what did reach the server before the client was lost counts as made', async () => {
  const recovered = await recoveredAfterReload(pending(1, 'createChart'))
  await recovered.makeAgain(() => Promise.reject(new TidemarkError('already-exists')))
  expect(namesOf(recovered)).toEqual([])
})

const write = (id: number, sql: string, args: PendingMutation['args'] = {}, clientID = 'gone'): PendingMutation => ({
  id,
  name: 'updateSqlQuery',
  clientID,
  args: { id: 'c', sql, basedOn: '', at: 5, actionId: 'step', ...(args as object) },
})
const mine = { key: 'chart/c', texts: ['mine'], at: 10 }
const fail = (thrown: unknown) => {
  throw thrown
}
const offered = (recovered: RecoveredChanges) => recovered.getState().map(({ key }) => key)

test('a text that somebody has decided about is not offered, whether it was found before or after that', async () => {
  const recovered = new RecoveredChanges('test')
  await recovered.keepFound([write(1, 'mine')])
  expect(offered(recovered)).toEqual(['gone/1'])
  settleText(recovered, mine, fail)
  await expect.poll(() => offered(recovered)).toEqual([])
  await recovered.keepFound([write(1, 'mine', {}, 'later')])
  await expect.poll(() => offered(recovered)).toEqual([])
})

test('nor is what the same tab had there while it was written; what was written after it is', async () => {
  const recovered = new RecoveredChanges('test')
  await recovered.keepFound([write(1, 'mi'), write(2, 'mine'), write(3, 'mine and more')])
  settleText(recovered, mine, fail)
  await expect.poll(() => offered(recovered)).toEqual(['gone/3'])
})

test('all else is offered still', async () => {
  const recovered = new RecoveredChanges('test')
  const others = [
    write(1, 'another text'),
    write(2, 'mine', { id: 'another-chart' }),
    write(3, 'mine', { connectionId: 'another' }),
    write(4, 'mine', { at: 11 }),
    { ...write(5, 'mine'), name: 'updateTile' },
  ]
  await recovered.keepFound([...others, write(1, 'mine', {}, 'decided')])
  settleText(recovered, mine, fail)
  await expect.poll(() => offered(recovered)).toEqual(others.map(({ id }) => `gone/${id}`))
})
