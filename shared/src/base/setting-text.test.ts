import { expect, test } from 'vitest'
import { settingText } from './setting-text'

test.each([
  ['the first source that has it', ['1', true], '1'],
  ['the next where it is empty', ['', 3000], '3000'],
  ['the next where it is null', [null, 'x'], 'x'],
  ['false, which is a value', [undefined, false, true], 'false'],
  ['zero, which is one too', [0, 1], '0'],
  ['nothing where none has it', ['', undefined], undefined],
])('a setting is that of %s', (_, values, expected) => {
  const sources = values.map((value) => ({ NAME: value }))
  expect(settingText('NAME', sources)).toBe(expected)
})
