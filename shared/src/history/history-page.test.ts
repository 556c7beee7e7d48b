import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/json'
import { changesOfPage, stepsOf, type HistoryChange } from './history-page'
import { restoreTargets } from './restore-targets'

const change = (version: number, at: number, changes: Partial<HistoryChange> = {}): HistoryChange => ({
  key: 'chart/c',
  version,
  at,
  userId: 'ann',
  before: { name: `v${version - 1}` },
  after: { name: `v${version}` },
  ...changes,
})

test('a page’s revisions become changes, each from what its entry was just before', () => {
  const revision = (key: string, version: number, value: JsonObject | null) => ({
    key,
    version,
    at: version,
    userId: 'ann',
    value,
  })
  const changes = changesOfPage({
    revisions: [revision('tile/d/a', 9, null), revision('tile/d/b', 7, { n: 1 }), revision('tile/d/a', 7, { n: 2 })],
    earlier: { 'tile/d/a': { n: 0 }, 'tile/d/b': null },
    next: 7,
  })
  expect(changes.map(({ key, version, before, after }) => [key, version, before, after])).toEqual([
    ['tile/d/a', 9, { n: 2 }, null],
    ['tile/d/b', 7, null, { n: 1 }],
    ['tile/d/a', 7, { n: 0 }, { n: 2 }],
  ])
})

describe('the steps of a history', () => {
  test('join one person’s changes of a minute and show them from first to last', () => {
    const [step, ...others] = stepsOf([change(3, 70_000), change(2, 40_000), change(1, 10_001, { before: null })])
    expect(others).toEqual([])
    expect(step).toMatchObject({
      version: 3,
      at: 70_000,
      userId: 'ann',
      changes: [{ before: null, after: { name: 'v3' } }],
    })
  })

  test('end after a minute, and where another person was in between', () => {
    expect(stepsOf([change(3, 90_000), change(2, 29_999)])).toHaveLength(2)
    const steps = stepsOf([change(3, 3000), change(2, 2000, { userId: 'bob' }), change(1, 1000)])
    expect(steps.map(({ userId }) => userId)).toEqual(['ann', 'bob', 'ann'])
  })

  test('tell of a dashboard before its charts', () => {
    const at = { version: 2, at: 2000 }
    const [step] = stepsOf([
      change(2, 2000),
      change(2, 2000, { ...at, key: 'tile/d/a' }),
      change(2, 2000, { key: 'dashboard/d' }),
    ])
    expect(step?.changes.map(({ key }) => key)).toEqual(['dashboard/d', 'tile/d/a', 'chart/c'])
  })

  test('leave out what came to nothing', () => {
    const there = change(2, 2000, { before: { name: 'a' }, after: { name: 'b' } })
    const andBack = change(3, 3000, { before: { name: 'b' }, after: { name: 'a' } })
    expect(stepsOf([andBack, there])).toEqual([])
    const onlyAuthorship = change(4, 4000, { before: { name: 'a', updatedAt: 1 }, after: { name: 'a', updatedAt: 2 } })
    expect(stepsOf([onlyAuthorship])).toEqual([])
  })

  const chartWith = (sql: string): JsonObject => ({ query: { kind: 'sql', connectionId: 'local', sql } })
  const tileWith = (text: string): JsonObject => ({ content: { kind: 'text', text } })
  const sqlChange = (version: number, before: string, after: string, changes: Partial<HistoryChange> = {}) =>
    change(version, version * 1000, { before: chartWith(before), after: chartWith(after), ...changes })
  const writtenIn = (changes: readonly HistoryChange[]) =>
    stepsOf(changes).map(({ version, changes: [first] }) => [version, first?.before, first?.after])

  test('show a text that one tab wrote and another, of the same person, kept its own over', () => {
    const theirs = sqlChange(2, 'select 1', 'select 2 as theirs')
    const mine = sqlChange(3, 'select 2 as theirs', 'select 3 as mine')
    expect(writtenIn([mine, theirs])).toEqual([
      [3, chartWith('select 2 as theirs'), chartWith('select 3 as mine')],
      [2, chartWith('select 1'), chartWith('select 2 as theirs')],
    ])
    const noteOf = (version: number, before: string, after: string) =>
      change(version, version, { key: 'tile/d/x', before: tileWith(before), after: tileWith(after) })
    expect(stepsOf([noteOf(3, 'theirs', 'mine'), noteOf(2, '', 'theirs')])).toHaveLength(2)
    const gone = change(3, 3, { key: 'tile/d/x', before: tileWith('theirs'), after: null })
    expect(stepsOf([gone, noteOf(2, '', 'theirs')])).toHaveLength(2)
  })

  test('show it too where what was kept is what stood there before, and where something else was changed between', () => {
    const there = sqlChange(2, 'select 1 as mine', 'select 2 as theirs')
    const andBack = sqlChange(3, 'select 2 as theirs', 'select 1 as mine')
    expect(stepsOf([andBack, there])).toHaveLength(2)
    const named = (name: string): JsonObject => ({ ...chartWith('select 2 as theirs'), name })
    const rename = change(3, 3000, { before: named('a'), after: named('b') })
    const mine = sqlChange(4, 'select 2 as theirs', 'select 1 as mine', { before: named('b') })
    expect(stepsOf([mine, rename, there]).map(({ version }) => version)).toEqual([4, 2])
  })

  test('join what somebody goes on writing, and what only takes away from what stood there before', () => {
    const writing = [sqlChange(3, 'select 1, 2', 'select 1, 2, 3'), sqlChange(2, 'select 1', 'select 1, 2')]
    expect(writtenIn(writing)).toEqual([[3, chartWith('select 1'), chartWith('select 1, 2, 3')]])
    expect(stepsOf([sqlChange(3, 'select 2', 'select 2, 3'), sqlChange(2, 'select 1', 'select 2')])).toHaveLength(1)
    const made = sqlChange(2, '', 'select 1', { before: null })
    expect(stepsOf([sqlChange(3, 'select 1', 'select 2'), made])).toHaveLength(1)
  })

  test('keep together what was changed at once, also where one of it is a text', () => {
    const at = { version: 2, at: 2000 }
    const [note, moved] = [{ key: 'tile/d/a' }, { key: 'tile/d/b', before: { n: 1 }, after: { n: 2 } }]
    const changes = [
      change(3, 3000, { ...note, before: tileWith('theirs'), after: tileWith('mine') }),
      change(2, 2000, { ...moved, ...at }),
      change(2, 2000, { ...note, ...at, before: tileWith(''), after: tileWith('theirs') }),
    ]
    expect(stepsOf(changes).map((step) => step.changes.map(({ key }) => key))).toEqual([
      ['tile/d/a'],
      ['tile/d/a', 'tile/d/b'],
    ])
  })

  test('of a text that is withheld do not go by what stands in its place', () => {
    const withheld = (sql: string): JsonObject => ({ query: { kind: 'sql', connectionId: 'x', sql, withheld: true } })
    const changes = [
      change(3, 3000, { before: withheld('b'), after: withheld('c') }),
      change(2, 2000, { before: withheld('a'), after: withheld('b') }),
    ]
    expect(stepsOf(changes)).toHaveLength(1)
  })

  test('hold each entry that came and went within the step not at all', () => {
    expect(stepsOf([change(2, 2000, { after: null }), change(1, 1000, { before: null })])).toEqual([])
  })
})

describe('restoring a version', () => {
  test('puts back what was changed since, as it stood then', () => {
    const changes = [change(9, 9), change(7, 7), change(5, 5)]
    expect(restoreTargets(changes, 5)).toEqual([{ key: 'chart/c', value: { name: 'v6' } }])
    expect(restoreTargets(changes, 9)).toEqual([])
  })

  test('puts tabs back before their tiles, and takes new tiles away before their tabs', () => {
    const of = (key: string, before: JsonObject | null) => change(2, 2, { key, before })
    const targets = restoreTargets(
      [
        of('tab/d/new', null),
        of('tile/d/new', null),
        of('tile/d/old', { n: 1 }),
        of('tab/d/old', { n: 2 }),
        of('dashboard/d', { n: 3 }),
      ],
      1,
    )
    expect(targets.map(({ key }) => key)).toEqual(['dashboard/d', 'tab/d/old', 'tile/d/old', 'tile/d/new', 'tab/d/new'])
  })
})
