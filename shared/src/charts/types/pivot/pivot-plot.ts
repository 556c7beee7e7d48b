import { isTemporalType, type CellValue, type Field } from '../../../query/field'
import type { DrawnPivot } from '../../../query/points'
import { shownLabel, type ResultData } from '../../../query/run-query'
import { withoutTotals } from '../../plot/without-totals'
import type { ChartVisual } from '../../chart-visual'
import { colorScale, strongestUnderText, type ColorScale } from '../../plot/colors/color-scale'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { plural } from '../../plot/numbers/format-number'
import type { EmptyPlot, PivotPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, cellNumber, getColumn, type PlotInput } from '../../plot/read-columns'
import { canAddUp } from '../../plot/sums'
import { addTotals } from './add-totals'
import { pivotOf } from '../../chart-points'
import { headerWords } from './header-words'
import { flattenPivot } from './flatten-pivot'
import { pivotTable, type PivotTable } from './pivot-table'

/** Beyond this many headers on a side nobody finds one, and a browser is slow to lay them out. */
const mostHeaders = 20_000
const mostCells = 400_000

/** Plots measures by the values of some columns down and of others across, with their totals. */
export function pivotPlot(input: PlotInput): PivotPlot | EmptyPlot | UnsuitablePlot {
  const { visual, locale } = input
  const of = pivotOf(visual)
  const sides = [...of.rows, ...of.columns]
  if (sides.length === 0) return unsuitablePlot(input, 'Choose a column for the rows or for the columns of the pivot.')
  const twice = sides.find((name, index) => sides.indexOf(name) !== index)
  if (twice !== undefined)
    return unsuitablePlot(
      input,
      `“${shownLabel(input.data, twice)}” cannot be in the rows and in the columns. Remove one.`,
    )
  const unmeasurable = visual.y.find((name) => !sides.includes(name) && !canShow(getColumn(input.data, name)?.field))
  if (unmeasurable !== undefined)
    return unsuitablePlot(
      input,
      `${shownLabel(input.data, unmeasurable)} does not hold numbers. Choose another measure, or none to count rows.`,
    )
  const known = measuresOf(visual, input.data, sides)
  const measured = known.length > 0 ? known : [rowsName]
  const data = known.length > 0 ? input.data : withRowCounts(input.data)
  const isTotalled = data.totals !== undefined && isSamePivot(data.totals.of, of)
  // Totals of other sides, or of none, come with the next answer.
  const isAwaited = data.totals !== undefined || data.lacksTotals === true
  const cells = isTotalled ? data : withoutTotals(data)
  const own = isTotalled
    ? data
    : addTotals(cells, of, measured.map(indexIn(cells)), (field) => !isAwaited && canAddUp(field, data))
  const { totals } = own
  if (totals === undefined) throw new Error('the answer of a pivot has no totals')
  const answer = { ...own, totals }
  const measures = measured.map(indexIn(answer))
  const levels = answer.columns[indexIn(answer)(totals.column)] ?? []
  if (!levels.some((level) => Number(level) === 0)) return emptyPlot(input, 'The query returned no rows.')

  const table = isTotalled ? knownTable(data, answer, locale) : pivotTable(answer, headerWords(answer, locale))
  const columnCount = table.columnCount * measures.length
  if (Math.max(table.rowCount, columnCount) > mostHeaders || table.rowCount * columnCount > mostCells)
    return unsuitablePlot(
      input,
      `This pivot would have ${plural(locale, table.rowCount, 'row')} and ${plural(locale, columnCount, 'column')}. Group by fewer values, or filter.`,
    )
  const notes = isTotalled
    ? noteOfTotals(answer, locale)
    : isAwaited
      ? ['The totals come with the next answer.']
      : notesOfSums(data, measured, input.isCut === true)
  const names = measured.map((name) => shownLabel(data, name)).join(', ')
  return {
    ...frameOf(input, [], notes, summaryOf(of, table, names, input)),
    kind: 'pivot',
    written: { format: visual.format, y: visual.y },
    answer,
    flat: (state) => flattenPivot(answer, table, measures, state),
    heatOf: visual.pivotHeat ? heatOf(answer, measures, levels) : null,
  }
}

type TotalledData = Parameters<typeof pivotTable>[0]
const tables = new WeakMap<ResultData, { readonly locale: string; readonly table: PivotTable }>()

/** Arranges an answer once: a chart is plotted anew with each step of the clock. */
function knownTable(data: ResultData, answer: TotalledData, locale: string): PivotTable {
  const known = tables.get(data)
  if (known?.locale === locale) return known.table
  const table = pivotTable(answer, headerWords(answer, locale))
  tables.set(data, { locale, table })
  return table
}

function isSamePivot(a: DrawnPivot, b: DrawnPivot): boolean {
  return JSON.stringify([a.rows, a.columns]) === JSON.stringify([b.rows, b.columns])
}

/** Returns true for numbers, and for times, of which a question may ask the first or the last. */
function canShow(field: Field | undefined): boolean {
  return field !== undefined && (canMeasure(field) || isTemporalType(field.type))
}

/** The chosen measures, or all numbers that are on no side. */
function measuresOf({ y }: ChartVisual, data: ResultData, sides: readonly string[]): readonly string[] {
  const free = (name: string) => !sides.includes(name)
  const chosen = [...new Set(y)].filter(free)
  if (chosen.length > 0) return chosen
  return data.fields
    .filter((field) => canMeasure(field) && free(field.name) && field.name !== data.totals?.column)
    .map(({ name }) => name)
}

const rowsName = 'Number of rows'

/** Adds what counts rows, where there is nothing else to measure. */
function withRowCounts(data: ResultData): ResultData {
  const field = { name: rowsName, type: 'integer', databaseType: 'INTEGER', nullable: false } as const
  return {
    ...data,
    fields: [...data.fields, field],
    columns: [...data.columns, Array.from({ length: data.rowCount }, () => 1)],
  }
}

const indexIn = (data: ResultData) => (name: string) => data.fields.findIndex((field) => field.name === name)

/** Colours of cells by their measure's own scale; totals have none, since they outgrow what they add up. */
function heatOf(data: ResultData, measures: readonly number[], levels: readonly CellValue[]): PivotPlot['heatOf'] & {} {
  const scales = new Map<number, ColorScale>()
  for (const measure of measures) {
    const values = (data.columns[measure] ?? []).flatMap((value, row) => {
      const number = Number(levels[row]) === 0 ? cellNumber(value) : null
      return number === null ? [] : [number]
    })
    if (values.length > 0) scales.set(measure, colorScale(values, strongestUnderText))
  }
  return (measure, value) => {
    const number = cellNumber(value)
    return number === null ? null : (scales.get(measure)?.colorOf(number) ?? null)
  }
}

function noteOfTotals({ totals }: ResultData, locale: string): readonly string[] {
  if (totals === undefined) return []
  return [
    ...(totals.isOfMore ? ['Totals are of all rows, also of those that a filter of a measure leaves out.'] : []),
    ...(totals.limit === undefined
      ? []
      : [`All groups are shown: the limit of ${plural(locale, totals.limit, 'row')} does not apply to a pivot.`]),
  ]
}

function notesOfSums(data: ResultData, measured: readonly string[], isCut: boolean): readonly string[] {
  const fields = measured.flatMap((name) => data.fields[indexIn(data)(name)] ?? [])
  const others = fields.filter((field) => !canAddUp(field, data)).map(({ name }) => `“${shownLabel(data, name)}”`)
  return [
    ...(others.length < fields.length
      ? ['Totals add up the rows of this result: of averages, medians and distinct counts they mean nothing.']
      : []),
    ...(isCut ? ['The totals are of these rows alone, which are not all.'] : []),
    ...(others.length > 0 ? [`There is no total of ${others.join(', ')}, which cannot be added up.`] : []),
  ]
}

function summaryOf(of: DrawnPivot, table: PivotTable, names: string, { data, locale }: PlotInput): string {
  const listed = (columns: readonly string[]) => columns.map((name) => shownLabel(data, name)).join(', ')
  const sides = [
    ...(of.rows.length > 0 ? [`${listed(of.rows)} down`] : []),
    ...(of.columns.length > 0 ? [`${listed(of.columns)} across`] : []),
  ].join(' and ')
  return `Pivot of ${names} with ${sides}: ${plural(locale, table.rowCount, 'row')} and ${plural(locale, table.columnCount, 'column')}, totals included.`
}
