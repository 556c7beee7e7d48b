import { otherValue } from '../../builder/question'
import { isNumericType, type CellValue, type Field } from '../../query/field'
import type { Bins } from '../../query/binned-result'
import { shownLabel, shownOf, type ResultData } from '../../query/run-query'
import { valueText } from '../../query/value-words'
import { targetColumn, type ChartVisual } from '../chart-visual'
import type { ChosenColors } from './colors/chosen-colors'
import { isIdentifierName } from '../identifier-name'
import { autoFormat, type NumberFormat } from '../../query/number-format'

/** The input of a plot. now: Unix milliseconds, to find the unfinished bucket. weekStart: 1 Monday … 7 Sunday. */
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
  /** The ids of series that the reader has hidden. */
  readonly hidden?: ReadonlySet<string>
  /** The number of pixel columns to which the engine thinned the rows, if it did. */
  readonly thinnedTo?: number
  /** True if the result has only some of the rows. */
  readonly isCut?: boolean
  /** The bins in which the engine counted the rows, if it did. */
  readonly bins?: Bins
  /** For a panel, which rows are its own; the others only give it the same slots as its neighbours. */
  readonly isDrawn?: readonly boolean[]
  /** For a panel, the ids of the series that have names in all of them, in their order. */
  readonly seriesIds?: readonly string[]
  /** True if the notes' icon takes the right end of the first line. */
  readonly hasNotes?: boolean
  /** The hues that its measures have in other charts around it; see `measureHuesOf`. */
  readonly measureHues?: ReadonlyMap<string, number>
  /** The colours chosen for its values and measures, here or in other charts around it; see `chosenColorsOf`. */
  readonly chosenColors?: ChosenColors
  /** The answer without the marks chosen in other charts, which is drawn faintly behind. */
  readonly unfiltered?: ResultData | undefined
}

/** Returns the colours chosen for the values of a column, by their text. */
export function chosenFor({ chosenColors }: PlotInput, column: string): ReadonlyMap<string, string> | undefined {
  return chosenColors?.values.get(column)
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

/** Returns the columns that the visual uses but the result lacks. */
export function missingColumns(visual: ChartVisual, data: ResultData): string[] {
  const { type, x, y, color, detail, size, panel, pivotRows, pivotColumns } = visual
  const used =
    type === 'table'
      ? []
      : type === 'pivot'
        ? [...pivotRows, ...pivotColumns, ...y]
        : [x, ...y, color, detail, size, panel, targetColumn(visual)]
  const names = new Set(used.filter((name) => name !== null))
  return [...names].filter((name) => getColumn(data, name) === null)
}

/** Beyond this, sums and scales would overflow floating point. */
const largestDrawn = 1e100

/** Returns a cell as a number to draw; null if it is null, not a number, or not finite. */
export function cellNumber(value: CellValue): number | null {
  if (value === null || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Math.abs(number) <= largestDrawn ? (Math.abs(number) < 1 / largestDrawn ? 0 : number) : null
}

/** Returns the last `count` columns of a binned result as numbers; see `binned-result.ts`. Empty for other results. */
export function countedColumns(data: ResultData, count: number): readonly (readonly number[])[] {
  return data.columns.slice(-count).map((cells) => cells.map(Number))
}

export function canMeasure(field: Field): boolean {
  return isNumericType(field.type)
}

/** Says that a measure holds no numbers; null if all do. */
export function wrongMeasure({ visual, data }: Pick<PlotInput, 'visual' | 'data'>): string | null {
  const wrong = visual.y.find((name) => {
    const column = getColumn(data, name)
    return column === null || !canMeasure(column.field)
  })
  return wrong === undefined
    ? null
    : `${shownLabel(data, wrong)} does not hold numbers. Choose another measure, or none to count rows.`
}

const yearName = /(^|[^\p{L}])(year|yr|jahr|ann[eé]e|año|anno|ano|jaar|rok|год)s?($|[^\p{L}])/iu
/** Names that are often, but not always, those of years. */
const likelyYearName =
  /(^|[^\p{L}])(y|yy|yyyy|fy|season|vintage|cohort|edition|decade|since|born|birth|died|founded|established|built|opened|released|published|annum)($|[^\p{L}])/iu

/** Returns true for integers that are years according to their name, and to their values where the name leaves a doubt. */
export function isYearColumn({ field, values }: Column): boolean {
  if (!isNumericType(field.type)) return false
  const name = field.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
  const isSure = yearName.test(name)
  if (!isSure && !likelyYearName.test(name)) return false
  const [least, most] = isSure ? [0, 9999] : [1500, 2150]
  const numbers = values.map(cellNumber).filter((number) => number !== null)
  return (
    (isSure || numbers.length > 0) &&
    numbers.every((number) => Number.isInteger(number) && number >= least && number <= most)
  )
}

/** Returns true if a column's digits are grouped: not for years and identifiers. */
export function isGrouped(column: Column): boolean {
  return !isYearColumn(column) && !isIdentifierName(column.field.name)
}

/** Returns the format that a chart has chosen for one of its columns: not for years and identifiers. */
export function chosenFormat({ format, y }: Pick<ChartVisual, 'format' | 'y'>, column: Column): NumberFormat {
  const isFor = (y.length === 0 || y.includes(column.field.name)) && isGrouped(column)
  return isFor && isNumericType(column.field.type) ? format : autoFormat
}

/** Returns the label of a category. of: its column; null if it belongs to none. */
export function categoryLabel(value: CellValue, of: Column | null): string {
  return valueText(value, String, of?.field.type)
}

/** Returns true for the value of a column that stands for all that are not among the largest. */
export function isOfOthers(value: CellValue, column: string, data: ResultData): boolean {
  return value === otherValue && shownOf(data, column).hasOthers === true
}

/** Returns how many different values a column has, null among them. */
export function distinctCount({ values }: Column): number {
  return new Set(values).size
}

/** Returns true if every value of a column can be a part of a whole: a number that is not negative. */
export function areParts({ values }: Column): boolean {
  return values.every((value) => (cellNumber(value) ?? -1) >= 0)
}
