import { describe, expect, it, test } from 'vitest'
import { mutators } from '@tidemark/shared/sync/mutators'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { canBeRetried, copyOf, reasonOf, changeTitle, titleOfAll, wasMadeBy } from './change-words'

const view = new EntryMap([
  ['chart/c1', { id: 'c1', name: 'Sales by region' }],
  ['dashboard/d1', { id: 'd1', name: '$& of {the} world' }],
  ['folder/f1', { id: 'f1', name: 'Archive' }],
])

test.each([
  ['updateSqlQuery', { id: 'c1', sql: 'select 1' }, 'Edit the query of “Sales by region”'],
  ['updateSqlQuery', { id: 'gone', sql: 'select 1' }, 'Edit the query of a chart'],
  ['updateFolder', { id: 'f1', name: 'Old' }, 'Change the folder “Archive”'],
  ['updateFolder', { id: 'gone', deletedAt: 1 }, 'Change a folder'],
  ['createChart', { id: 'c2', name: 'Costs' }, 'Add the chart “Costs”'],
  ['updateDataset', { id: 'gone' }, 'Change some data'],
  ['createTile', { id: 't1', dashboardId: 'd1' }, 'Add a tile to “$& of {the} world”'],
  ['updateTab', { id: 'b1', dashboardId: 'gone', name: 'Second' }, 'Change a tab of a dashboard'],
  ['updateFlag', { name: 'no-presenting' }, 'Change the flag “no-presenting”'],
  ['updateWorkspace', null, 'Change the settings of the workspace'],
  ['madeByAnotherBuild', {}, 'madeByAnotherBuild'],
])('%s of %j is titled “%s”', (name, args, title) => {
  expect(changeTitle(view, { name, args })).toBe(title)
})

test.each(Object.keys(mutators))('%s has a title that is no text of the API', (name) => {
  expect(changeTitle(view, { name, args: {} })).toMatch(/^[A-Z][a-z ]{5,40}$/)
})

test.each([
  [{ code: 'not-found', message: 'It does not exist.', detail: 'tab/d1/b1' }, 'It does not exist.'],
  [{ code: 'forbidden', message: 'Not allowed.', detail: 'It is kept to some.' }, 'Not allowed. It is kept to some.'],
  [{ code: 'forbidden', message: 'Not allowed.' }, 'Not allowed.'],
] as const)('the reason of %j is “%s”', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})

test('a step back over what others changed since is not offered to be made again; another refused change is', () => {
  const error = { code: 'changed-since', message: 'It was changed since.' } as const
  expect(canBeRetried({ name: 'restoreEntries', error })).toBe(false)
  expect(canBeRetried({ name: 'restoreEntries', error: { ...error, code: 'forbidden' } })).toBe(true)
  expect(canBeRetried({ name: 'updateSqlQuery', error })).toBe(true)
  expect(canBeRetried({ name: 'madeByAnotherBuild', error })).toBe(false)
})

test('several are titled with a name only if they are all of the same', () => {
  const [one, other] = [
    { name: 'updateChart', args: { id: 'c1' } },
    { name: 'updateChart', args: { id: 'gone' } },
  ]
  expect(titleOfAll(view, [one, one])).toBe('Change the chart “Sales by region”')
  expect(titleOfAll(view, [one, other])).toBe('Change a chart')
})

describe('the copy of changes', () => {
  const query = { name: 'updateSqlQuery', args: { id: 'c1', sql: 'select\n1', at: 5, actionId: 'a' } }
  const rename = { name: 'updateChart', args: { id: 'c1', name: 'Sales', at: 5, actionId: 'a' } }

  it('is the text that somebody wrote', () => {
    expect(copyOf([query])).toBe('select\n1')
    expect(copyOf([{ name: 'updateTile', args: { id: 't1', content: { kind: 'text', text: '# Note' } } }])).toBe(
      '# Note',
    )
  })

  it('is the change where it has none, and a list of several', () => {
    expect(JSON.parse(copyOf([rename]))).toEqual({ change: 'updateChart', id: 'c1', name: 'Sales' })
    expect(JSON.parse(copyOf([{ name: 'updateSqlQuery', args: { id: 'c1' } }]))).toEqual({
      change: 'updateSqlQuery',
      id: 'c1',
    })
    expect(JSON.parse(copyOf([query, rename]))).toEqual([
      { change: 'updateSqlQuery', id: 'c1', sql: 'select\n1' },
      { change: 'updateChart', id: 'c1', name: 'Sales' },
    ])
  })
})

test('a change is of the step whose action it names', () => {
  expect(wasMadeBy({ args: { changes: [], actionId: 'a' } }, 'a')).toBe(true)
  expect(wasMadeBy({ args: { changes: [], actionId: 'b' } }, 'a')).toBe(false)
  expect(wasMadeBy({ args: null }, 'a')).toBe(false)
})
