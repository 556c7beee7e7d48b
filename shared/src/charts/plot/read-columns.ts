import { isNumericType, type CellValue, type Field } from '../../query/field'
import type { Bins } from '../../query/binned-result'
import type { ResultData } from '../../query/run-query'
import { valueText } from '../../query/value-words'
import type { ChartVisual } from '../chart-visual'
import { isIdentifierName } from '../identifier-name'

/** The input of a plot. now: milliseconds, to know which bucket is unfinished. weekStart: 1 Monday … 7 Sunday. */
export interface PlotInput {
  readonly visual: ChartVisual
  readonly data: ResultData
  readonly widthPx: number
  readonly heightPx: number
  readonly locale: string
  /** IANA; the visual's own zone wins. */
  readonly timeZone: string
  readonly weekStart: number
  readonly now: number
  /** Ids of series that the reader has hidden. */
  readonly hidden?: ReadonlySet<string>
  /** The columns of pixels that the engine has thinned the rows out to, if it has; the reader is told elsewhere. */
  readonly thinnedTo?: number
  /** The bins that the engine has counted the rows in, if it has. */
  readonly bins?: Bins
  /** True if the sign of notes stands at the right of the first line, which is then kept clear. */
  readonly hasNotes?: boolean
}

export interface Column {
  readonly field: Field
  readonly values: readonly CellValue[]
}

export function getColumn(data: ResultData, name: string): Column | null {
  const index = data.fields.findIndex((field) => field.name === name)
  const field = data.fields[index]
  const values = data.columns[index]
  return field === undefined || values === undefined ? null : { field, values }
}

/** Names that the visual uses and the result does not have. */
export function missingColumns(visual: ChartVisual, data: ResultData): string[] {
  const used = visual.type === 'table' ? [] : [visual.x, ...visual.y, visual.color, visual.size]
  const names = new Set(used.filter((name) => name !== null))
  return [...names].filter((name) => getColumn(data, name) === null)
}

/** Beyond this, sums and scales would leave what floating point can hold. */
const largestDrawn = 1e100

/** A cell as a number to draw; null when it is null, not a number, or not finite. */
export function cellNumber(value: CellValue): number | null {
  if (value === null || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Math.abs(number) <= largestDrawn ? (Math.abs(number) < 1 / largestDrawn ? 0 : number) : null
}

/** The whole numbers at the end of a row of bins; see `binned-result.ts`. Columns of nothing where there are none. */
export function countedColumns(data: ResultData, count: number): readonly (readonly number[])[] {
  return data.columns.slice(-count).map((cells) => cells.map(Number))
}

export function canMeasure(field: Field): boolean {
  return isNumericType(field.type)
}

/** Whole numbers that are years by their name. */
export function isYearColumn({ field, values }: Column): boolean {
  return (
    /(^|[^a-z])(year|yr|jahr|ann[eé]e|año|anno|ano|jaar|rok)s?($|[^a-z])/i.test(
      field.name.replace(/([a-z])([A-Z])/g, '$1_$2'),
    ) &&
    isNumericType(field.type) &&
    values.every((value) => {
      const number = cellNumber(value)
      return number === null || (Number.isInteger(number) && number >= 0 && number <= 9999)
    })
  )
}

/** True if the digits of a column's numbers are written in groups: not of years, nor of what says which one. */
export function isGrouped(column: Column): boolean {
  return !isYearColumn(column) && !isIdentifierName(column.field.name)
}

/** A category as it is written. of: the column that it is a value of; null: it is none's. */
export function categoryLabel(value: CellValue, of: Column | null): string {
  return valueText(value, String, of?.field.type)
}
