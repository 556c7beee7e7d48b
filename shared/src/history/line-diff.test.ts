import { expect, test } from 'vitest'
import { diffLines } from './line-diff'

const marks = { same: ' ', added: '+', removed: '-' } as const
const diff = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => marks[kind] + text)

test.each([
  ['', '', []],
  ['', 'a\nb', ['+a', '+b']],
  ['a\nb', '', ['-a', '-b']],
  ['a\nb\nc', 'a\nb\nc', [' a', ' b', ' c']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a\nb\nc\nd', 'b\nc\nd\ne', ['-a', ' b', ' c', ' d', '+e']],
  ['a\na\nb', 'a\nb', [' a', '-a', ' b']],
  ['select 1', 'select 1\n', [' select 1', '+']],
])('%j to %j', (before, after, lines) => {
  expect(diff(before, after)).toEqual(lines)
})

test('texts too different to compare are the old lines and then the new ones', () => {
  const many = (prefix: string) => Array.from({ length: 2100 }, (_, index) => `${prefix}${index}`).join('\n')
  const lines = diff(many('a'), many('b'))
  expect(lines).toHaveLength(4200)
  expect([lines[0], lines[2100]]).toEqual(['-a0', '+b0'])
})
