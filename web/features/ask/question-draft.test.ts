import { beforeEach, expect, test, vi } from 'vitest'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
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
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

test('a question is there again for its person alone, as it was left', async () => {
  const draft = new QuestionDraft('tidemark:server:acme:eve')
  expect(draft.getChart()).toBeNull()
  draft.begin(question, 'New question')
  await draft.mutate('updateSqlQuery', { id, sql: 'select 2', declare: [{ name: 'city', type: 'text' }] })
  await draft.mutate('updateChart', { id, visual: { type: 'bar' } })
  const again = new QuestionDraft('tidemark:server:acme:eve').getChart()
  expect(again).toEqual(draft.getChart())
  expect(again).toMatchObject({
    query: { sql: 'select 2', parameters: [{ name: 'city' }] },
    visual: { type: 'bar', stack: defaultVisual.stack },
  })
  expect(new QuestionDraft('tidemark:server:acme:ann').getChart()).toBeNull()
})

test('changes of one action are one step to undo, and what began the question brings back the one before', async () => {
  const draft = new QuestionDraft('tidemark:server:acme:eve')
  draft.begin(question, 'New question')
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
  draft.begin({ ...question, id: chartIdSchema.parse('next') }, 'Ask about Weather')
  expect([sqlOf(draft), draft.undoStack.getState().redoLabel]).toEqual(['select 1', null])
  await draft.undo()
  expect(sqlOf(draft)).toBe('select 3')
})

test('an action is taken back with what is built on it, all of which can be redone', async () => {
  const draft = new QuestionDraft('tidemark:server:acme:eve')
  draft.begin(question, 'New question')
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
  const draft = new QuestionDraft('tidemark:server:acme:eve')
  draft.begin(
    { ...question, query: { kind: 'builder', connectionId: 'local', question: emptyQuestion } },
    'New question',
  )
  await draft.mutate('updateQuestion', { id, question: { limit: 5 } })
  expect(draft.getChart()?.query).toEqual({
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, limit: 5 },
  })
  draft.begin(question, 'New question')
  await expect(draft.mutate('updateQuestion', { id, question: { limit: 6 } })).rejects.toMatchObject({
    code: 'changed-since',
  })
})

test('a change of another chart is refused, and what storage holds of somebody else is no question', async () => {
  stored.set('tidemark:server:acme:eve:question', '{"id":"half a chart"}')
  const draft = new QuestionDraft('tidemark:server:acme:eve')
  expect(draft.getChart()).toBeNull()
  draft.begin(question, 'New question')
  await expect(draft.mutate('updateChart', { id: chartIdSchema.parse('another'), name: 'Mine' })).rejects.toMatchObject(
    { code: 'not-found' },
  )
})
