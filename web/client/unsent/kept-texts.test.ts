import { describe, expect, test } from 'vitest'
import { findKept, isOutlived, keptJson, keptName, keptNotes, noteOf, type KeptText } from './kept-texts'

describe('of what a browser keeps', () => {
  const kept = (text: string, base: string) => JSON.stringify({ text, base })
  const [own, other] = [keptName('sql/c', 'own'), keptName('sql/c', 'other')]

  test('a tab opens its own text, whatever another one keeps of the same chart', () => {
    const drafts = { [other]: kept('theirs, further', 'theirs'), [own]: kept('mine', 'mine') }
    expect(findKept(drafts, 'sql/c', 'own')).toEqual({ name: own, kept: { text: 'mine', base: 'mine' } })
  })

  test('else what another could not store, but no difference that is asked about there', () => {
    const unstored = { text: 'theirs, further', base: 'theirs' }
    expect(findKept({ [other]: JSON.stringify(unstored) }, 'sql/c', 'own')).toEqual({ name: other, kept: unstored })
    expect(findKept({ [other]: kept('theirs', 'theirs') }, 'sql/c', 'own')).toBeUndefined()
  })

  test('of several the newest, before those of which an earlier release did not say when', () => {
    const [old, newer] = ['old', 'newer'].map((text) => ({ text, base: 'stored' })) as [KeptText, KeptText]
    const drafts = {
      [keptName('sql/c', 'a')]: kept('undated', 'stored'),
      [keptName('sql/c', 'b')]: keptJson(old, 1),
      [keptName('sql/c', 'c')]: keptJson(newer, 2),
      [keptName('sql/c', 'd')]: keptJson({ text: 'waits', base: 'waits' }, 3),
    }
    expect(findKept(drafts, 'sql/c', 'own')).toEqual({ name: keptName('sql/c', 'c'), kept: newer })
  })

  test('nothing of other charts, and nothing that is no draft', () => {
    const drafts = { [keptName('sql/cc', 'own')]: kept('a', 'b'), [other]: '{', [own]: '{"text":1}' }
    expect(findKept(drafts, 'sql/c', 'own')).toBeUndefined()
  })
})

test('the notes of a dashboard are named once each, in whichever tabs they are kept', () => {
  const names = [
    keptName(noteOf('d', 'a'), 'own'),
    keptName(noteOf('d', 'a'), 'other'),
    keptName(noteOf('d', 'b'), 'own'),
    keptName(noteOf('dd', 'c'), 'own'),
    'sql/d/own',
  ]
  expect(keptNotes(Object.fromEntries(names.map((name) => [name, '{}'])), 'd')).toEqual([
    noteOf('d', 'a'),
    noteOf('d', 'b'),
  ])
})

test('what was stored is outlived after a month, what was not never', () => {
  const day = 24 * 60 * 60 * 1000
  const outlived = (text: string, days: number) => isOutlived(keptJson({ text, base: 'stored' }, 0), days * day)
  expect([outlived('stored', 29), outlived('stored', 31), outlived('typed', 400)]).toEqual([false, true, false])
})
