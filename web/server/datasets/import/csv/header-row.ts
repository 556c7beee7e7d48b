import { isMissingMark } from '../types/missing-marks'

type Values = readonly (string | null)[]
type Kind = 'number' | 'date' | 'time' | 'boolean' | 'text'

/** A column has a kind only if this share of its values is of that kind. */
const agreeingShare = 0.9

/**
 * Returns true if the first row of a table names its columns. It is data if all of its values are numbers, dates or the
 * like; or if one has the kind of its whole column and no text precedes such a column. However, numbers may be names,
 * such as years with one column each. below: the following rows that are available; without any, the row is a header.
 */
export function isHeaderRow(first: Values, below: readonly Values[]): boolean {
  if (below.length === 0) return true
  const kinds = first.map(kindOf)
  if (!kinds.some((kind) => kind === 'text' || kind === null)) return false
  const columns = kinds.map((kind, index) => ({ kind, index, below: kindOfColumn(below, index) }))
  const typed = columns.filter((column) => column.below !== null && column.below !== 'text')
  if (typed.some(({ kind }) => kind === 'text')) return true
  const alike = typed.filter(({ kind, below: kindBelow }) => kind === kindBelow)
  if (alike.some(({ kind }) => kind !== 'number')) return false
  return areNames(alike.map(({ index }) => ({ number: toNumber(first[index]), below: numbersBelow(below, index) })))
}

interface NumberColumn {
  readonly number: number
  readonly below: readonly number[]
}

/**
 * Returns true if numbers look like names: years, or several ascending numbers in equal steps, or whole numbers that
 * each exceed all numbers below them. True for an empty list.
 */
function areNames(columns: readonly NumberColumn[]): boolean {
  const numbers = columns.map(({ number }) => number)
  if (numbers.every((number) => Number.isInteger(number) && number >= 1800 && number <= 2100)) return true
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  const [step = 0] = steps
  if (!steps.every((other) => other > 0)) return false
  if (steps.every((other) => other === step) && (steps.length > 1 || step === 1)) return true
  return (
    steps.length > 0 &&
    columns.every(
      ({ number, below }) => Number.isInteger(number) && (number < lowest(below) || number > highest(below)),
    )
  )
}

const lowest = (numbers: readonly number[]) => numbers.reduce((least, number) => Math.min(least, number), Infinity)
const highest = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number), -Infinity)

function numbersBelow(rows: readonly Values[], index: number): readonly number[] {
  return rows.flatMap((values) => (kindOf(values[index]) === 'number' ? [toNumber(values[index])] : []))
}

/** Converts a number by its digits alone, because only the order of numbers within a column matters. */
function toNumber(value: string | null | undefined): number {
  return Number((value ?? '').replace(/[^\d.eE-]/g, ''))
}

function kindOfColumn(rows: readonly Values[], index: number): Kind | null {
  const counts = new Map<Kind, number>()
  let count = 0
  for (const values of rows) {
    const kind = kindOf(values[index])
    if (kind === null) continue
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    count += 1
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  if (most === undefined) return null
  return most[1] >= count * agreeingShare ? most[0] : 'text'
}

/** Returns the kind of a value; null if it is empty or stands for a missing value. */
function kindOf(value: string | null | undefined): Kind | null {
  const text = (value ?? '').trim()
  if (isMissingMark(text)) return null
  if (/^(true|false)$/i.test(text)) return 'boolean'
  if (/^\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[ap]m)?$/i.test(text)) return 'time'
  if (/^(\d{4}[-/]\d{1,2}[-/]\d{1,2}([T ].*)?|\d{1,2}[-./]\d{1,2}[-./](\d\d){1,2}(,? .*)?)$/.test(text)) return 'date'
  return writtenNumber.test(text) ? 'number' : 'text'
}

const writtenNumber = /^[(]?[-+\u2212]?\p{Sc}?\s?-?(\d[\d.,'’\s]*|[.,]\d+)(e[-+]?\d+)?\s?[%\p{Sc}]?[)]?$/iu
