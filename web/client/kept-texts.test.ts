import { describe, expect, test } from 'vitest'
import { findKept, keptName, keptNotes, noteOf } from './kept-texts'

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
