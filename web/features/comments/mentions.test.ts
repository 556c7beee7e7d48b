import { expect, test } from 'vitest'
import { mentionAt, mentionsIn, offeredFor, withMention } from './mentions'

const members = [
  { userId: 'a', name: 'Ann' },
  { userId: 'al', name: 'Ann Lee' },
  { userId: 'z', name: 'Zoë Brück' },
]

test.each([
  ['@', 1, { from: 0, query: '' }],
  ['see @an', 7, { from: 4, query: 'an' }],
  ['see @ann le', 11, { from: 4, query: 'ann le' }],
  ['mail ann@example.com', 14, null],
  ['@ann\nand', 8, null],
  ['no', 2, null],
  ['at 5 @ 3', 8, null],
])('what is typed in “%s” at %i', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected)
})

test('is completed by members one of whose words begins so, whatever their accents', () => {
  expect(offeredFor('bru', members).map(({ userId }) => userId)).toEqual(['z'])
  expect(offeredFor('ann', members).map(({ userId }) => userId)).toEqual(['a', 'al'])
  expect(offeredFor('nn', members)).toEqual([])
})

test('takes the place of what was typed', () => {
  const typed = mentionAt('Hi @an, look', 6)
  expect(typed && withMention('Hi @an, look', typed, { userId: 'al', name: 'Ann Lee' })).toEqual({
    text: 'Hi @Ann Lee , look',
    caret: 12,
  })
})

test('names the members whose whole names follow an @', () => {
  expect(mentionsIn('@Ann Lee and @Zoë Brück', members)).toEqual(['al', 'z'])
  expect(mentionsIn('@Annabel, me@Ann, Ann', members)).toEqual([])
  expect(mentionsIn('(@Ann)', members)).toEqual(['a'])
})
