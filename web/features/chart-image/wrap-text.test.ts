import { expect, it } from 'vitest'
import { wrapText } from './wrap-text'

it('words go to the next line where they do not fit, and one that fits nowhere is cut', () => {
  expect(wrapText('one two three', 1000, 12)).toEqual(['one two three'])
  expect(wrapText('one two  three', 50, 12)).toEqual(['one two', 'three'])
  expect(wrapText('a supercalifragilistic b', 50, 12)).toEqual(['a', expect.stringMatching(/^super.*…$/), 'b'])
  expect(wrapText('', 50, 12)).toEqual([])
})
