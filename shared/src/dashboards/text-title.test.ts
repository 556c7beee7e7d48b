import { expect, it } from 'vitest'
import { textTitle } from './text-title'

it.each([
  ['# How we count', 'How we count'],
  ['Read this first.\n\n## **Orders** by `channel` ##', 'Orders by channel'],
  ['Sales fell in May', 'Sales fell in May'],
  ['\n\n> - [ ] Ask *Ann* about [the **gap**](https://example.com/a)', 'Ask Ann about the gap'],
  ['---\n1. first\n2. second', 'first'],
  ['```sql\n# not a heading\n```\nFrom order_lines, not 2 * 3', 'From order_lines, not 2 * 3'],
  ['| city | rows |\n|---|--:|', 'city rows'],
  ['# איך אנחנו סופרים', 'איך אנחנו סופרים'],
  ['🚧', '🚧'],
])('%j is called %j', (markdown, title) => {
  expect(textTitle(markdown)).toBe(title)
})

it.each(['', '  \n\n', '---', '#', '```\ncode\n```'])('%j says nothing that it could be called by', (markdown) => {
  expect(textTitle(markdown)).toBeNull()
})

it('a long one is cut behind a word, one without words within 60 characters', () => {
  expect(textTitle(`# ${'Orders '.repeat(20)}`)).toBe(`${'Orders '.repeat(8).trim()}…`)
  expect(textTitle('🚧'.repeat(80))).toBe(`${'🚧'.repeat(60)}…`)
})
