import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardIdSchema, tabIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { QuestionDraft } from './question-draft'

const id = chartIdSchema.parse('own-question')
const question: Chart = {
  id,
  folderId: null,
  name: 'Untitled question',
  description: '',
  query: { kind: 'sql', connectionId: 'local', sql: 'select 1' },
  visual: defaultVisual,
  order: 'a0',
  deletedAt: null,
  createdAt: 1,
  createdBy: 'eve',
  updatedAt: 1,
  updatedBy: 'eve',
}
const sqlOf = (draft: QuestionDraft) => {
  const query = draft.getChart()?.query
  return query?.kind === 'sql' ? query.sql : query?.kind
}

let stored: Map<string, string>
let openTabs: Set<string>
beforeEach(() => {
  stored = new Map()
  openTabs = new Set(['own'])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  // Object.keys returns the keys in a storage.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: object, act: (lock: object | null) => void) =>
        act(openTabs.has(name.slice('tidemark-tab:'.length)) ? null : {}),
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const draftIn = (tab: string, person = 'eve') => new QuestionDraft(`tidemark:server:acme:${person}`, () => tab)

test('a question is there again for its person alone, as it was left', async () => {
  const draft = draftIn('own')
  expect(draft.getChart()).toBeNull()
  draft.begin({ chart: question }, 'New question')
  await draft.mutate('updateSqlQuery', { id, sql: 'select 2', declare: [{ name: 'city', type: 'text' }] })
  await draft.mutate('updateChart', { id, visual: { type: 'bar' } })
  const again = draftIn('own').getChart()
  expect(again).toEqual(draft.getChart())
  expect(again).toMatchObject({
    query: { sql: 'select 2', parameters: [{ name: 'city' }] },
    visual: { type: 'bar', stack: defaultVisual.stack },
  })
  expect(draftIn('own', 'ann').getChart()).toBeNull()
})

test('changes of one action are one step to undo, and what began the question brings back the one before', async () => {
  const draft = draftIn('own')
  draft.begin({ chart: question }, 'New question')
  const change = (sql: string, actionId: string) =>
    draft.mutate('updateSqlQuery', { id, sql }, { label: sql, actionId })
  await change('select 2', 'one')
  await change('select 3', 'one')
  await change('select 4', 'two')
  expect(draft.undoStack.getState()).toEqual({ undoLabel: 'select 4', redoLabel: null })
  await draft.undo()
  expect([sqlOf(draft), draft.undoStack.getState()]).toEqual([
    'select 3',
    { undoLabel: 'select 2', redoLabel: 'select 4' },
  ])
  await draft.undo()
  expect(sqlOf(draft)).toBe('select 1')
  await draft.redo()
  expect(sqlOf(draft)).toBe('select 3')
  draft.begin({ chart: { ...question, id: chartIdSchema.parse('next') } }, 'Ask about Weather')
  expect([sqlOf(draft), draft.undoStack.getState().redoLabel]).toEqual(['select 1', null])
  await draft.undo()
  expect(sqlOf(draft)).toBe('select 3')
})

test('an action is taken back with what is built on it, all of which can be redone', async () => {
  const draft = draftIn('own')
  draft.begin({ chart: question }, 'New question')
  for (const [sql, actionId] of [
    ['select 2', 'one'],
    ['select 3', 'two'],
    ['select 4', 'three'],
  ] as const)
    await draft.mutate('updateSqlQuery', { id, sql }, { label: sql, actionId })
  await draft.undoAction('two')
  expect([sqlOf(draft), draft.undoStack.getState()]).toEqual([
    'select 2',
    { undoLabel: 'select 2', redoLabel: 'select 3' },
  ])
  await draft.undoAction('two')
  expect(sqlOf(draft)).toBe('select 2')
  await draft.redo()
  await draft.redo()
  expect(sqlOf(draft)).toBe('select 4')
})

test('steps of the builder are changed part by part, and not once it is SQL', async () => {
  const draft = draftIn('own')
  draft.begin(
    { chart: { ...question, query: { kind: 'builder', connectionId: 'local', question: emptyQuestion } } },
    'New question',
  )
  await draft.mutate('updateQuestion', { id, question: { limit: 5 } })
  expect(draft.getChart()?.query).toEqual({
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, limit: 5 },
  })
  draft.begin({ chart: question }, 'New question')
  await expect(draft.mutate('updateQuestion', { id, question: { limit: 6 } })).rejects.toMatchObject({
    code: 'changed-since',
  })
})

test('a change of another chart is refused, and what storage holds of somebody else is no question', async () => {
  stored.set('tidemark:server:acme:eve:question', '{"id":"half a chart"}')
  const draft = draftIn('own')
  expect(draft.getChart()).toBeNull()
  draft.begin({ chart: question }, 'New question')
  await expect(draft.mutate('updateChart', { id: chartIdSchema.parse('another'), name: 'Mine' })).rejects.toMatchObject(
    { code: 'not-found' },
  )
})

test('each tab has its own question, and keeps it whatever another begins', async () => {
  openTabs = new Set(['one', 'other'])
  const one = draftIn('one')
  one.begin({ chart: question }, 'New question')
  await one.mutate('updateSqlQuery', { id, sql: 'select 1 as mine' })
  const other = draftIn('other')
  // A tab without a question continues the newest one.
  expect(sqlOf(other)).toBe('select 1 as mine')
  other.begin({ chart: { ...question, id: chartIdSchema.parse('next') } }, 'Ask about Weather')
  expect([sqlOf(one), sqlOf(draftIn('one')), sqlOf(draftIn('other'))]).toEqual([
    'select 1 as mine',
    'select 1 as mine',
    'select 1',
  ])
})

test('what a closed tab left is gone on with once, and nothing of it is left after it was saved', async () => {
  openTabs = new Set(['one', 'other'])
  const one = draftIn('one')
  one.begin({ chart: question }, 'New question')
  openTabs.delete('one')
  const other = draftIn('other')
  await other.mutate('updateSqlQuery', { id, sql: 'select 2' })
  await Promise.resolve()
  expect([...stored.keys()]).toEqual(['tidemark:server:acme:eve:question:other'])
  other.clear()
  expect(draftIn('other').getChart()).toBeNull()
  openTabs.delete('other')
  expect(draftIn('next').getChart()).toBeNull()
  await Promise.resolve()
  expect([...stored.keys()]).toEqual([])
})

test('the one question that an earlier release kept for all tabs is gone on with', async () => {
  stored.set('tidemark:server:acme:eve:question', JSON.stringify(question))
  const draft = draftIn('own')
  expect(draft.getChart()).toEqual(question)
  await draft.mutate('updateSqlQuery', { id, sql: 'select 2' })
  expect([...stored.keys()]).toEqual(['tidemark:server:acme:eve:question:own'])
})

test('a name follows what is asked until somebody types one, and again once that is undone', async () => {
  const draft = draftIn('own')
  draft.begin({ chart: { ...question, name: '' } }, 'New question')
  expect(draft.getChart()?.name).toBe('Untitled question')
  await draft.mutate('updateSqlQuery', { id, sql: 'select * from bird_strikes' })
  expect(draft.getQuestion()).toMatchObject({ chart: { name: 'Bird strikes' }, isNamed: false })
  await draft.mutate('updateChart', { id, name: 'Mine' })
  await draft.mutate('updateSqlQuery', { id, sql: 'select * from weather' })
  expect(draftIn('own').getQuestion()).toMatchObject({ chart: { name: 'Mine' }, isNamed: true })
  await draft.undo()
  await draft.undo()
  expect(draft.getChart()?.name).toBe('Bird strikes')
  draft.begin({ chart: { ...question, name: 'Of a chart' }, isNamed: true }, 'Ask about Of a chart')
  expect(draft.getChart()?.name).toBe('Of a chart')
})

test('a changed question that another takes the place of is kept over a reload, and gone on with; one that asks nothing is not', async () => {
  const draft = draftIn('own')
  const next = { ...question, id: chartIdSchema.parse('next') }
  const earlier = (of: QuestionDraft) => of.readEarlier().map(({ chart }) => chart.id)
  draft.begin({ chart: question }, 'New question')
  await draft.mutate('updateChart', { id, visual: { type: 'bar' } })
  draft.begin({ chart: next }, 'New question')
  expect(earlier(draft)).toEqual([])

  await draft.mutate('updateSqlQuery', { id: next.id, sql: 'select 2' })
  draft.begin({ chart: question }, 'New question')
  expect(earlier(draftIn('own'))).toEqual(['next'])
  expect(earlier(draftIn('own', 'ann'))).toEqual([])
  await draft.mutate('updateSqlQuery', { id, sql: 'select 3' })
  draft.resume(next.id)
  expect(sqlOf(draft)).toBe('select 2')
  expect(earlier(draft)).toEqual([id])
  await draft.undo()
  expect(sqlOf(draft)).toBe('select 3')
  draft.resume(next.id)
  draft.clear()
  expect(earlier(draft)).toEqual([id])
})

test('a question remembers the dashboard it is asked for until it is told otherwise, also over a reload', () => {
  const target = { dashboardId: dashboardIdSchema.parse('sales'), tabId: tabIdSchema.parse('overview') }
  const draft = draftIn('own')
  draft.begin({ chart: question, target }, 'New question')
  expect(draftIn('own').getQuestion()?.target).toEqual(target)
  draft.dropTarget()
  expect(draftIn('own').getQuestion()?.target).toBeNull()
})
