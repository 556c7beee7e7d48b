import { describe, expect, test } from 'vitest'
import { nameSchema, shownName, storedNameSchema, toName } from './name'

describe('a name', () => {
  test.each([
    ['spaces', ' \u00a0\u2003\u3000'],
    ['no width', '\u200b\u200c\u200d\u2060\ufeff'],
    ['directions', '\u200e\u200f\u061c\u202e\u2066\u2069'],
    ['variants', '\ufe0f\ufe0e\u{e0100}'],
    ['fillers', '\u3164\u115f\u2800'],
    ['soft hyphens and tags', '\u00ad\u{e0041}'],
    ['control characters', '\u0000\u0007\n'],
    ['nothing', ''],
  ])('of nothing but %s is none', (_, text) => {
    expect(toName(text)).toBe('')
    expect(nameSchema(10).safeParse(text).success).toBe(false)
    expect(shownName(text)).toBe('Untitled')
    expect(storedNameSchema(10).parse(text)).toBe('Untitled')
  })

  test.each([
    'Sales',
    '👩‍👩‍👧',
    '❤️',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'دادهٔ فروش',
    'می‌خواهم',
    'שלום\u200f!',
    '?',
    '売上',
  ])('of %s is kept as it is', (text) => {
    expect(nameSchema(40).parse(text)).toBe(text)
    expect(storedNameSchema(40).parse(text)).toBe(text)
  })

  test('does not turn the rest of a line around', () => {
    expect(nameSchema(40).parse(' invoice\u202egpj.exe\u202c ')).toBe('invoicegpj.exe')
    expect(storedNameSchema(40).parse('\u2067Sales')).toBe('Sales')
  })
})
