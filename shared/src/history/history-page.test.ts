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

  test('leave out what came to nothing', () => {
    const there = change(2, 2000, { before: { name: 'a' }, after: { name: 'b' } })
    const andBack = change(3, 3000, { before: { name: 'b' }, after: { name: 'a' } })
    expect(stepsOf([andBack, there])).toEqual([])
    const onlyAuthorship = change(4, 4000, { before: { name: 'a', updatedAt: 1 }, after: { name: 'a', updatedAt: 2 } })
    expect(stepsOf([onlyAuthorship])).toEqual([])
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
