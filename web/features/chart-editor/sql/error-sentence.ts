import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { ErrorBody, Position } from '@tidemark/shared/errors/tidemark-error'

/**
 * Describes a failed query in plain words: what happened, what to do, and where. "Column `orders.totl` does not exist.
 * Did you mean `orders.total`? Line 2, column 21."
 *
 * offset: the start of the executed text in the whole text, if a selection ran.
 */
export function errorSentence(error: ErrorBody, offset: Position = firstPosition): string {
  const place = error.position === undefined ? [] : [placeWords(shiftPosition(error.position, offset))]
  return [...errorParts(error), ...place].join(' ')
}

/** Describes the failure without its place, as for the marker in the text. */
export function errorParts(error: ErrorBody): string[] {
  const detail = error.detail === undefined ? '' : closeSentence(plainWords(error.detail))
  const isSaid = detail !== '' && saidByDetail.has(error.code)
  const what = isSaid ? detail : [closeSentence(error.message), detail].join(' ').trim()
  const hint = error.hint === undefined ? '' : closeSentence(error.hint)
  return hint === '' || what.includes(hint) ? [what] : [what, hint]
}

export const firstPosition: Position = { line: 1, column: 1 }

/** Converts a position in a part of a text to a position in the whole text. */
export function shiftPosition(position: Position, offset: Position): Position {
  return {
    line: position.line + offset.line - 1,
    column: position.line === 1 ? position.column + offset.column - 1 : position.column,
  }
}

/** Returns the line and column, both from 1, of an index. */
export function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return { line, column: index - before.lastIndexOf('\n') }
}

/** Returns the range that an error at this position is about: the word there, else one character. */
export function rangeAtPosition(text: string, position: Position): { readonly from: number; readonly to: number } {
  const lines = text.split('\n')
  const line = Math.min(position.line, lines.length)
  const lineText = lines[line - 1] ?? ''
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  const column = Math.min(position.column - 1, lineText.length)
  const word = /^("[^"]*"|'[^']*'|[\p{L}\p{N}_.$]+)/u.exec(lineText.slice(column))?.[0].length ?? 1
  const from = start + Math.min(column, Math.max(0, lineText.length - 1))
  return { from, to: Math.min(start + lineText.length, Math.max(from, start + column) + word) }
}

/** Errors of the query itself, whose detail says everything. For other errors the message is needed too. */
const saidByDetail: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'forbidden',
  'query-syntax',
  'query-unknown-name',
  'query-type',
  'query-failed',
  'query-parameter',
  'query-incomplete',
  'query-old-database',
  'dataset-in-trash',
  'model-unusable',
])

/** Rewords the engine's most common errors; others keep their words, with names set as code. */
function plainWords(detail: string): string {
  for (const [pattern, sentence] of knownComplaints) {
    const match = pattern.exec(detail)
    if (match !== null) return sentence(match[1] ?? '', match[2] ?? '')
  }
  // A quote after a word or bracket is a closing one, so it begins no name.
  return detail.replace(/(?<![\w)])"([\w. ]+)"/g, '`$1`').replace(/!$/, '.')
}

const knownComplaints: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [/^Referenced column "(.+?)" not found in FROM clause/, (column) => `Column \`${column}\` does not exist`],
  [
    /^(?:Table )?"(.+?)" does not have a column named "(.+?)"/,
    (table, column) => `Column \`${table}.${column}\` does not exist`,
  ],
  [/^Referenced table "(.+?)" not found/, (table) => `Table \`${table}\` does not exist`],
  [/^There is no table "(.+?)"/, (table) => `Table \`${table}\` does not exist`],
  [
    /^(?:Scalar |Aggregate )?Function with name "?(.+?)"? does not exist/i,
    (name) => `Function \`${name}\` does not exist`,
  ],
  [/^syntax error at or near "(.+?)"/, (text) => `The SQL cannot be read from \`${text}\` on`],
  [/^syntax error at end of input/, () => 'The SQL ends before it is complete'],
  [
    /^column "?(.+?)"? must appear in the GROUP BY clause/,
    (column) =>
      `Column \`${column}\` has several values in a group. Add it to \`group by\`, or take one of them with \`any_value(${column})\``,
  ],
]

function placeWords({ line, column }: Position): string {
  return `Line ${line}, column ${column}.`
}

function closeSentence(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /[.?!…:]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
