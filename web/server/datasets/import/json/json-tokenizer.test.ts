import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { JsonTokenizer, type JsonKind, type JsonSummary, type JsonTokenizerOptions } from './json-tokenizer'

type Event = readonly ['begin', JsonKind, number, string | null] | readonly ['end', number]

/** Collects everything that the visitor receives for a text. */
function readPieces(pieces: readonly string[], options: Partial<JsonTokenizerOptions> = {}) {
  const events: Event[] = []
  let text = ''
  const tokenizer = new JsonTokenizer(
    {
      isTaking: true,
      onBegin: (...begun) => void events.push(['begin', ...begun]),
      onEnd: (depth) => void events.push(['end', depth]),
      onText: (piece) => (text += piece),
    },
    { maxDepth: 500, ...options },
  )
  for (const piece of pieces) tokenizer.push(piece)
  return { summary: tokenizer.end(), events, text }
}

function faultOf(pieces: readonly string[]): string | undefined {
  try {
    readPieces(pieces)
    return undefined
  } catch (thrown) {
    if (thrown instanceof TidemarkError) return thrown.detail
    throw thrown
  }
}

test('any JSON is handed over as it is written, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(3), fc.infiniteStream(fc.nat(40)), (json, indent, lengths) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      const pieces: string[] = []
      for (let from = 0; from < text.length; from += pieces.at(-1)?.length ?? 0)
        pieces.push(text.slice(from, from + 1 + (lengths.next().value ?? 0)))
      const whole = readPieces([text])
      expect(readPieces(pieces)).toEqual(whole)
      expect(whole.text).toBe(text)
    }),
  )
})

test('numbers keep their digits: those that no type holds come in quotes', () => {
  const written = '[9007199254740993, 18446744073709551615, 18446744073709551616, 0.1234567890123456789, 1e999, -1.50]'
  const { summary, text } = readPieces([written], { quotesOddNumbers: true })
  expect(text).toBe(
    '[9007199254740993, 18446744073709551615, "18446744073709551616", "0.1234567890123456789", "1e999", -1.50]',
  )
  expect(summary).toMatchObject({ recordCount: 6, longNumberCount: 3, wideNumberCount: 2 })
})

test.each<[string, Partial<JsonSummary>]>([
  ['[{"a":1},{"a":2}]', { shape: 'array', recordCount: 2, listCount: 0, isAligned: false }],
  ['[[1],[2],3]', { shape: 'array', recordCount: 3, listCount: 2 }],
  ['{"a":1}\n{"a":2}\n', { shape: 'values', recordCount: 2, isAligned: true }],
  ['{"a":1} {"a":2}', { shape: 'values', recordCount: 2, isAligned: false }],
  [' \n', { shape: 'values', recordCount: 0 }],
])('%j is summarized', (text, summary) => {
  expect(readPieces([text]).summary).toMatchObject(summary)
})

test('values are visited as deep as asked, with the names of members as they are written', () => {
  expect(readPieces(['{"\\u00e9": [1, {"x": null}], "b": ""}'], { maxDepth: 1 }).events).toEqual([
    ['begin', 'object', 0, null],
    ['begin', 'array', 1, '"\\u00e9"'],
    ['end', 1],
    ['begin', 'string', 1, '"b"'],
    ['end', 1],
    ['end', 0],
  ])
})

test.each([
  ['{"a":yes}', 'Record 1 (line 1, column 6) has “yes”, which is not a JSON value.'],
  ['{"a":1}\n{"a":01}', 'Record 2 (line 2, column 6) has “01”, which is not a JSON value.'],
  ['[1 2]', 'Record 1 (line 1, column 4) has “2” where “,” or “]” belongs.'],
  ['{"a":1,}', 'Record 1 (line 1, column 8) has “}” where a name in quotes belongs.'],
  ['{"a" 1}', 'Record 1 (line 1, column 6) has “1” where “:” belongs.'],
  ['{"a":1', 'Record 1 (line 1, column 6) ends too early: the file is cut off.'],
  ['[1]\n2', 'Record 1 (line 2, column 1) has more text after the closing bracket.'],
  ['{"a":"\t"}', 'Record 1 (line 1, column 7) has a line end or another control character within a text.'],
  [
    '{"a":"\\x"}',
    'Record 1 (line 1, column 8) has a backslash within a text with something behind it that JSON does not know.',
  ],
  [
    '{"a":"\\u12"}',
    'Record 1 (line 1, column 11) has a backslash within a text with something behind it that JSON does not know.',
  ],
  ['['.repeat(501), 'Record 1 (line 1, column 501) nests values more than 500 deep.'],
])('%j is refused where it goes wrong', (text, fault) => {
  expect(faultOf([text])).toBe(fault)
  expect(faultOf(text.split(''))).toBe(fault)
})
