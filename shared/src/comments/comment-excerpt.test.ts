import { expect, test } from 'vitest'
import { commentExcerpt } from './comment-excerpt'

test.each([
  ['Is this **right**, @Bo Diaz?', 'Is this right, @Bo Diaz?'],
  ['# Title\n\n- one\n- two', 'Title one two'],
  ['> quoted\n`code` and [a link](https://example.com)', 'quoted code and a link'],
  ['5 * 3 - 2 > 1 and snake_case', '5 * 3 - 2 > 1 and snake_case'],
])('%j is told as %j', (text, plain) => expect(commentExcerpt(text, 80)).toBe(plain))

test('a long comment is cut', () => expect(commentExcerpt('word '.repeat(40), 20).length).toBeLessThanOrEqual(20))
