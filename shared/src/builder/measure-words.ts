import { asTitle, columnWords } from './column-words'
import type { MeasureFunction } from './question'

interface NamedMeasure {
  readonly fn: MeasureFunction
  readonly column: { readonly name: string } | null
  /** The name that somebody gave it, and the text of an expression. */
  readonly label?: string
  readonly expression?: { readonly text: string } | undefined
}

/** A measure in words, inside a sentence: `worldwide gross`, `average rating`, `number of rows`. rows: the words for what is counted. */
export function measureWords({ column, fn, label, expression }: NamedMeasure, rows = 'number of rows'): string {
  if (fn === 'expression') return label === undefined || label === '' ? (expression?.text ?? '') : label
  if (column === null) return rows
  const words = columnWords(column.name)
  switch (fn) {
    case 'average':
      return /^(avg|average|mean)\b/i.test(words) ? words : `average ${words}`
    case 'distinct':
      return `distinct values of ${words}`
    case 'min':
      return `lowest ${words}`
    case 'max':
      return `highest ${words}`
    case 'median':
      return `median ${words}`
    case 'count':
      return `count of ${words}`
    case 'percentile':
      return `percentile of ${words}`
    case 'sum':
      return words
  }
}

/** The name of the one number that a measure is of all rows. */
export function totalName(measure: NamedMeasure, rows?: string): string {
  const words = measureWords(measure, rows)
  return asTitle(measure.fn !== 'sum' || /\b(total|sum)\b/i.test(words) ? words : `total ${words}`)
}

/** The words for the rows of a table that are counted: only what reads as several things is counted by its name. */
export function rowsOf(table: string): string {
  const words = columnWords(table)
  return /\p{L}{2}[^\P{L}sui]s$/u.test(words) ? `number of ${words}` : `rows of ${words}`
}
