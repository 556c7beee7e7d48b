import { finestGrid } from '@tidemark/shared/charts/plot/cells'
import { partEdge, binPartsOf } from '@tidemark/shared/charts/plot/bins'
import { placeText, type Bins } from '@tidemark/shared/query/binned-result'
import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import { mostThinnedSeries, type DrawnBins } from '@tidemark/shared/query/points'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { EngineQuery } from '@/server/engine/process/engine-messages'
import { extentFrame, histogramFrame, scatterFrame, type BinnedColumns } from './bins-sql'
import { drawnColumn, isCategory } from '../plan/drawn-columns'
import type { PointsDialect } from './points-dialect'
import { numberOf, type DecodedRun } from './points-members'

/** Runs a frame around the statement. rows: the most rows that it returns. */
export type RunFrame = (frame: NonNullable<EngineQuery['frame']>, rows: number) => Promise<DecodedRun>

export type BinnedMembers = Pick<RunResult, 'fields' | 'columns' | 'rowCount' | 'truncated'>

/**
 * Counts the rows of a result in bins for its drawing, with two runs of its statement. Null if the columns are
 * unsuitable or there is no value to draw.
 */
export async function runBins(
  run: RunFrame,
  draw: DrawnBins,
  fields: readonly Field[],
  dialect: PointsDialect,
): Promise<BinnedMembers | null> {
  const columns = binnedColumns(draw, fields)
  if (columns === null) return null
  const extent = (await run(extentFrame(columns, dialect), 1)).columns.map(([value]) => numberOf(value))
  const [total, count, xLow, xHigh, yLow, yHigh, whole, seriesCount = 0, outside = 0] = extent
  if (total === undefined || count === undefined || xLow === undefined || xHigh === undefined) return null
  const isScatter = draw.mark === 'scatter'
  const bins: Bins = {
    of: draw,
    count,
    dropped: total - count,
    x: { low: drawn(xLow), high: drawn(xHigh) },
    y: isScatter ? { low: drawn(yLow ?? 0), high: drawn(yHigh ?? 0) } : null,
    whole: whole === 1,
    restCount: Math.max(0, seriesCount - mostThinnedSeries),
    outside,
  }
  const frame =
    bins.y === null
      ? histogramFrame(columns, { ...bins.x, count, whole: bins.whole }, dialect)
      : scatterFrame(columns, bins.x, bins.y, dialect)
  const counted = await run(frame, mostBins(columns, bins))
  return {
    ...(isScatter ? scatterRows(columns, bins, counted, fields) : histogramRows(columns, bins, counted, fields)),
    rowCount: counted.rowCount,
    truncated: { reason: 'bins', total, bins },
  }
}

function binnedColumns(draw: DrawnBins, fields: readonly Field[]): BinnedColumns | null {
  const isScatter = draw.mark === 'scatter'
  const x = drawnColumn(draw.x, fields, (type) => isNumericType(type) || (isScatter && isTemporalType(type)))
  const y = isScatter ? drawnColumn(draw.y, fields, isNumericType) : null
  const color = draw.color === null ? null : drawnColumn(draw.color, fields, isCategory)
  const isWhole = x !== null && (y !== null || !isScatter) && (color !== null || draw.color === null)
  // An answer cannot contain the same column twice.
  const isTwice = draw.color !== null && (draw.color === draw.x || (isScatter && draw.color === draw.y))
  return isWhole && !isTwice ? { x, y, color, isOnEarth: isScatter && draw.isOnEarth === true } : null
}

function mostBins({ color }: BinnedColumns, { x, count, whole, y }: Bins): number {
  const grid = finestGrid(color !== null)
  const places = y === null ? binPartsOf({ ...x, count, whole }).count : grid.columns * grid.rows
  // The named series, the sum of the other series, and the rows without a name.
  return places * (color === null ? 1 : mostThinnedSeries + 2)
}

/** Splits a counted answer into its columns, by their positions in the statement. */
function countedColumns({ columns }: DecodedRun) {
  const [places = [], rows = [], colors = [], isRest = [], counts = [], sumsX = [], sumsY = []] = columns
  const numbers = (cells: readonly CellValue[]) => cells.map(Number)
  return {
    places: numbers(places),
    rows: numbers(rows),
    colors,
    isRest: numbers(isRest),
    counts: numbers(counts),
    sumsX: numbers(sumsX),
    sumsY: numbers(sumsY),
  }
}

type Rows = Pick<RunResult, 'fields' | 'columns'>

function histogramRows(columns: BinnedColumns, bins: Bins, run: DecodedRun, fields: readonly Field[]): Rows {
  const { step, first } = binPartsOf({ ...bins.x, count: bins.count, whole: bins.whole })
  const { places, colors, isRest, counts } = countedColumns(run)
  const color = colorColumn(columns, colors, fields)
  return {
    fields: [numberField(columns.x.name), ...color.fields, ...['place', 'rest', 'rows'].map(integerField)],
    columns: [places.map((place) => partEdge(first + place, step)), ...color.columns, places, isRest, counts],
  }
}

function scatterRows(columns: BinnedColumns, bins: Bins, run: DecodedRun, fields: readonly Field[]): Rows {
  const { places, rows, colors, isRest, counts, sumsX, sumsY } = countedColumns(run)
  const color = colorColumn(columns, colors, fields)
  const { type } = columns.x
  // The average of dates is a time within a day.
  const timeType = type === 'date' ? 'timestamp' : type
  const averages = (sums: readonly number[], { low, high }: { readonly low: number; readonly high: number }) =>
    sums.map((sum, row) => Math.min(high, low + sum / (counts[row] ?? 1)))
  const xs = averages(sumsX, bins.x)
  const isTime = isTemporalType(type)
  return {
    fields: [
      isTime
        ? { ...numberField(columns.x.name), type: timeType, databaseType: timeType.toUpperCase() }
        : numberField(columns.x.name),
      numberField(columns.y?.name ?? ''),
      ...color.fields,
      ...['place', 'place_y', 'rest', 'rows'].map(integerField),
    ],
    columns: [
      isTime ? xs.map((ms) => placeText(ms, timeType)) : xs,
      averages(sumsY, bins.y ?? bins.x),
      ...color.columns,
      places,
      rows,
      isRest,
      counts,
    ],
  }
}

function colorColumn({ color }: BinnedColumns, cells: readonly CellValue[], fields: readonly Field[]): Rows {
  const field = fields.find(({ name }) => name === color?.name)
  if (field === undefined) return { fields: [], columns: [] }
  // Some databases return numbers for booleans.
  const isTruth = field.type === 'boolean'
  return { fields: [field], columns: [cells.map((cell) => (isTruth && cell !== null ? Boolean(cell) : cell))] }
}

function numberField(name: string): Field {
  return { name, type: 'number', databaseType: 'DOUBLE', nullable: false }
}

function integerField(name: string): Field {
  return { name, type: 'integer', databaseType: 'INTEGER', nullable: false }
}

/** Rounds a number as a drawing does: a value too small to differ from zero is zero. */
function drawn(value: number): number {
  return Math.abs(value) < 1e-100 ? 0 : value
}
