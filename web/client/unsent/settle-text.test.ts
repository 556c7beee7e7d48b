import type { PendingMutation } from 'replicache'
import { expect, test } from 'vitest'
import { RescuedChanges } from './rescued-changes'
import { settleText } from './settle-text'

// There is no IndexedDB here, as in a browser that blocks it: changes are kept in memory.
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
const offered = (rescued: RescuedChanges) => rescued.getState().map(({ key }) => key)

test('a text that somebody has decided about is not offered, whether it was found before or after that', async () => {
  const rescued = new RescuedChanges('test')
  await rescued.keepFound([write(1, 'mine')])
  expect(offered(rescued)).toEqual(['gone/1'])
  settleText(rescued, mine, fail)
  await expect.poll(() => offered(rescued)).toEqual([])
  await rescued.keepFound([write(1, 'mine', {}, 'later')])
  await expect.poll(() => offered(rescued)).toEqual([])
})

test('nor is what the same tab had there while it was written; what was written after it is', async () => {
  const rescued = new RescuedChanges('test')
  await rescued.keepFound([write(1, 'mi'), write(2, 'mine'), write(3, 'mine and more')])
  settleText(rescued, mine, fail)
  await expect.poll(() => offered(rescued)).toEqual(['gone/3'])
})

test('all else is offered still', async () => {
  const rescued = new RescuedChanges('test')
  const others = [
    write(1, 'another text'),
    write(2, 'mine', { id: 'another-chart' }),
    write(3, 'mine', { connectionId: 'another' }),
    write(4, 'mine', { at: 11 }),
    { ...write(5, 'mine'), name: 'updateTile' },
  ]
  await rescued.keepFound([...others, write(1, 'mine', {}, 'decided')])
  settleText(rescued, mine, fail)
  await expect.poll(() => offered(rescued)).toEqual(others.map(({ id }) => `gone/${id}`))
})
