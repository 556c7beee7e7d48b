import { expect, it } from 'vitest'
import { coversAny } from './own-fonts'

it.each([
  ['U+0000-00FF, U+20AC', 'Sales', true],
  ['U+0000-00FF, U+20AC', '€', true],
  ['U+0400-045F, U+0490-0491', 'Sales', false],
  ['U+0400-045F, U+0490-0491', 'Продажи', true],
  ['U+4??', 'Ж', true],
  ['U+1F375', '🍵', true],
])('a part with %s has letters of %s: %s', (range, text, has) => {
  expect(coversAny(range, new Set(Array.from(text, (char) => char.codePointAt(0) ?? 0)))).toBe(has)
})
