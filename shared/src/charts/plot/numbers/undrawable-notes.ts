import type { CellValue } from '../../../query/field'
import { autoFormat } from '../../../query/number-format'
import { cellNumber, type PlotInput } from '../read-columns'
import { fullFormatter, plural } from './format-number'

const mostNamed = 3

/** Returns true if a cell has a value that is no number to draw, such as one that is too large. */
export function isUndrawable(value: CellValue): boolean {
  return value !== null && value !== '' && cellNumber(value) === null
}

/** Returns the note on those of the values that are there but are no numbers to draw; none if all can be drawn. */
export function undrawableNotes(values: readonly CellValue[], locale: string): readonly string[] {
  const wrong = values.filter(isUndrawable)
  if (wrong.length === 0) return []
  const write = fullFormatter({ locale, format: autoFormat })
  // Converted to numbers, because a decimal of a hundred digits would fill the note.
  const numbers = [...new Set(wrong.map(Number))]
  const kinds = numbers.map((number) => (Number.isFinite(number) ? write(number) : String(number)))
  const named = kinds.slice(0, mostNamed).join(', ')
  return [`${undrawableCount(wrong.length, locale)}: ${named}${kinds.length > mostNamed ? ' and others' : ''}.`]
}

/**
 * Returns the notes on rows that are not drawn: those whose value is none to draw, and the others, which have none.
 * values: of the rows. lack: says what the others are without. Of rows that the engine has counted only the numbers are
 * known.
 */
export function leftOutNotes(
  values: readonly CellValue[],
  lack: string,
  { bins, locale }: Pick<PlotInput, 'bins' | 'locale'>,
): readonly string[] {
  const undrawable = bins === undefined ? values.filter(isUndrawable).length : (bins.outside ?? 0)
  const blank = (bins === undefined ? values.length : bins.dropped) - undrawable
  const counted = bins === undefined || undrawable === 0 ? [] : [`${undrawableCount(undrawable, locale)}.`]
  return [
    ...(blank === 0 ? [] : [`${plural(locale, blank, 'row')} ${lack} left out.`]),
    ...(bins === undefined ? undrawableNotes(values, locale) : counted),
  ]
}

function undrawableCount(count: number, locale: string): string {
  return `${plural(locale, count, 'value')} cannot be drawn`
}
