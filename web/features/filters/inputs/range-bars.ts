import { readProfile } from '@tidemark/shared/builder/column-profile'
import type { CellValue, FieldType } from '@tidemark/shared/query/field'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'

/** How the numbers of a column are spread: the count of rows in equal ranges from the least to the most. */
export interface RangeBars {
  readonly low: number
  readonly high: number
  readonly counts: readonly number[]
}

/** A column as the data of a question has it. */
export interface RangeColumn {
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
}

const mostBars = 20

/**
 * Returns the request for how a column is spread. Of a question it is the profile of what it reads, of SQL the bins of its
 * answer; who may only see answers is told the most frequent values. column: null where its data is not known here.
 */
export function rangeItem(item: RunItem, name: string, column: RangeColumn | null): RunItem {
  if (item.query?.kind === 'sql') return { ...item, draw: { mark: 'histogram', x: name, color: null } }
  if (item.query !== undefined && column !== null) return { ...item, profileOf: { join: null, ...column } }
  return { ...item, valuesOf: { column: name } }
}

/** Reads the answer to it; null if it does not tell the spread, as of more values than a list holds. */
export function readRangeBars(asked: RunItem, name: string, result: RunResult): RangeBars | null {
  const { fields, columns, truncated } = result
  if (asked.profileOf !== undefined) {
    const { summary, spread } = readProfile(asked.profileOf.type, result)
    if (spread === null) return null
    if (spread.kind === 'values') return inRanges(spread.bars.map(({ value, count }) => [value, count]))
    return { low: Number(summary.least), high: Number(summary.most), counts: spread.bars.map(({ count }) => count) }
  }
  if (asked.valuesOf !== undefined) {
    const [values = [], counts = []] = columns
    return truncated === null ? inRanges(values.map((value, row) => [value, Number(counts[row] ?? 0)])) : null
  }
  if (truncated?.bins !== undefined) {
    const [edges = []] = columns
    const counts = columns.at(-1) ?? []
    const { low, high } = truncated.bins.x
    return inRanges(
      edges.map((edge, row) => [edge, Number(counts[row] ?? 0)]),
      { low, high },
    )
  }
  const values = columns[fields.findIndex((field) => field.name === name)] ?? []
  return truncated === null ? inRanges(values.map((value) => [value, 1])) : null
}

/** Counts values in equal ranges; what is no number is left out. */
function inRanges(
  values: readonly (readonly [value: CellValue, count: number])[],
  ends?: { readonly low: number; readonly high: number },
): RangeBars | null {
  const found = values.flatMap(([value, count]) => {
    const number = value === null || typeof value === 'boolean' ? Number.NaN : Number(value)
    return Number.isFinite(number) ? [[number, count] as const] : []
  })
  const numbers = found.map(([number]) => number)
  const low = ends?.low ?? Math.min(...numbers)
  const high = ends?.high ?? Math.max(...numbers)
  if (found.length === 0 || !(high > low)) return null
  const counts = Array.from({ length: mostBars }, () => 0)
  for (const [number, count] of found) {
    const place = Math.min(mostBars - 1, Math.max(0, Math.floor(((number - low) / (high - low)) * mostBars)))
    counts[place] = (counts[place] ?? 0) + count
  }
  return { low, high, counts }
}

/** The steps between the ends of a slider. */
export const sliderSteps = 100

/**
 * Returns the number at a step of a slider, with no more digits than tell the steps apart; null at an end, which is open.
 * isWhole: of a column of whole numbers.
 */
export function numberAt(step: number, end: 'min' | 'max', { low, high }: RangeBars, isWhole: boolean): string | null {
  if (step === (end === 'min' ? 0 : sliderSteps)) return null
  const number = low + (step / sliderSteps) * (high - low)
  const digits = isWhole ? 0 : Math.max(0, Math.ceil(-Math.log10((high - low) / sliderSteps)))
  return digits > 20 ? String(number) : number.toFixed(digits).replace(/^-(0(\.0*)?)$/, '$1')
}

/** Returns the step that is nearest to a number; that of its end for none. */
export function stepOf(number: string | number | null, end: 'min' | 'max', { low, high }: RangeBars): number {
  if (number === null) return end === 'min' ? 0 : sliderSteps
  const step = Math.round(((Number(number) - low) / (high - low)) * sliderSteps)
  return Math.min(sliderSteps, Math.max(0, step))
}
