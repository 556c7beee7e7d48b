import { cellsPerUnit, finestGrid } from '@tidemark/shared/charts/plot/cells'
import { edgeSlack, binPartsOf, type Spread } from '@tidemark/shared/charts/plot/bins'
import type { Span } from '@tidemark/shared/query/binned-result'
import { isTemporalType } from '@tidemark/shared/query/field'
import { mostThinnedSeries } from '@tidemark/shared/query/points'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import type { DrawnColumn } from '../plan/drawn-columns'
import { isDrawn, isDrawnAsZero, readColumn, type PointsDialect } from './points-dialect'
import { double } from './points-sql'

/** The columns of a result from which bins are counted. y: null for a histogram. */
export interface BinnedColumns {
  readonly x: DrawnColumn
  readonly y: DrawnColumn | null
  readonly color: DrawnColumn | null
  /** True if x is a longitude and y a latitude, so that only places on the Earth are counted. */
  readonly isOnEarth: boolean
}

/**
 * Returns the frame for one row of: number of rows, number of counted rows, range of x, range of y, whether all x are
 * whole numbers, number of named series, and number of complete rows that have a value that
 * cannot be drawn, or a place that is not on the Earth.
 */
export function extentFrame(columns: BinnedColumns, dialect: PointsDialect): StatementFrame {
  return framed(
    `${placedRows(columns, dialect)}
SELECT count(*) AS n, count(tm_x) AS filled, min(tm_x) AS x_low, max(tm_x) AS x_high, min(tm_y) AS y_low, max(tm_y) AS y_high,
min(CASE WHEN floor(tm_x) <> tm_x AND NOT ${isDrawnAsZero('tm_x')} THEN 0 ELSE 1 END) AS whole, ${columns.color === null ? '0' : 'count(DISTINCT CASE WHEN tm_x IS NOT NULL THEN tm_c END)'} AS series,
count(tm_off) AS outside
FROM tm_placed`,
  )
}

/**
 * Returns the frame for a histogram, one row per bin and series: x bin, y bin, colour, whether it sums the remaining
 * series, count, and the sums of x and y above their minimum.
 */
export function histogramFrame(columns: BinnedColumns, spread: Spread, dialect: PointsDialect): StatementFrame {
  const { step, first, count } = binPartsOf(spread)
  const part = `floor(tm_x / ${double(step)} + ${double(edgeSlack)}) - ${double(first)}`
  return countedFrame(columns, { column: within(part, count), row: '0', sumX: '0', sumY: '0' }, dialect)
}

/** Returns the frame with the same columns for a scatter plot. */
export function scatterFrame(columns: BinnedColumns, x: Span, y: Span, dialect: PointsDialect): StatementFrame {
  const grid = finestGrid(columns.color !== null)
  const cell = (value: string, span: Span, count: number) =>
    within(`floor((${value} - ${double(span.low)}) * ${double(cellsPerUnit(span, count))})`, count)
  const parts = {
    column: cell('tm_x', x, grid.columns),
    row: cell('tm_y', y, grid.rows),
    sumX: `sum(tm_x - ${double(x.low)})`,
    sumY: `sum(tm_y - ${double(y.low)})`,
  }
  return countedFrame(columns, parts, dialect)
}

/**
 * Returns the place that is nearest to one of `count` places. A statement with random values has other ends each time it
 * runs.
 */
function within(place: string, count: number): string {
  return `CASE WHEN ${place} < 0 THEN 0 ELSE least(${count - 1}, ${place}) END`
}

interface CountedParts {
  readonly column: string
  readonly row: string
  readonly sumX: string
  readonly sumY: string
}

function countedFrame(
  columns: BinnedColumns,
  { column, row, sumX, sumY }: CountedParts,
  dialect: PointsDialect,
): StatementFrame {
  const { asInteger, exact } = dialect
  const color = columns.color === null ? null : exact('tm_c', columns.color.type)
  const inCells = `SELECT ${asInteger(column)} AS tm_i, ${asInteger(row)} AS tm_j, tm_x, tm_y, tm_c FROM tm_placed WHERE tm_x IS NOT NULL`
  const cells = `tm_cells AS (SELECT tm_i, tm_j, ${color ?? 'NULL'} AS tm_c, count(*) AS tm_n, ${sumX} AS tm_sx, ${sumY} AS tm_sy
FROM (${inCells}) AS tm_each GROUP BY tm_i, tm_j${color === null ? '' : `, ${color}`})`
  if (color === null)
    return framed(`${placedRows(columns, dialect)},
${cells}
SELECT tm_i, tm_j, tm_c, 0 AS tm_o, tm_n, tm_sx, tm_sy FROM tm_cells ORDER BY tm_i, tm_j`)
  // Keeps the names of the largest series, sums the others, and keeps the rows without a name apart.
  return framed(`${placedRows(columns, dialect)},
${cells},
tm_top AS (SELECT tm_c, row_number() OVER (ORDER BY tm_w DESC, tm_c) AS tm_s
FROM (SELECT ${color} AS tm_c, sum(tm_n) AS tm_w FROM tm_cells WHERE tm_c IS NOT NULL GROUP BY ${color}) AS tm_sums),
tm_named AS (SELECT tm_i, tm_j, tm_n, tm_sx, tm_sy, coalesce(tm_s, 0) AS tm_s, CASE WHEN tm_s <= ${mostThinnedSeries} THEN tm_cells.tm_c END AS tm_c,
CASE WHEN tm_s > ${mostThinnedSeries} THEN 1 ELSE 0 END AS tm_o
FROM tm_cells LEFT JOIN tm_top ON ${exact('tm_cells.tm_c', columns.color?.type ?? 'text')} = ${exact('tm_top.tm_c', columns.color?.type ?? 'text')})
SELECT tm_i, tm_j, min(tm_c) AS tm_c, tm_o, sum(tm_n) AS tm_n, sum(tm_sx) AS tm_sx, sum(tm_sy) AS tm_sy
FROM tm_named GROUP BY tm_i, tm_j, tm_o, CASE WHEN tm_o = 1 THEN 0 ELSE tm_s END ORDER BY tm_o, min(tm_s), tm_i, tm_j`)
}

/** Returns the CTE of the rows' positions, which are null unless a row has all values. Times in milliseconds. */
function placedRows({ x, y, color, isOnEarth }: BinnedColumns, dialect: PointsDialect): string {
  const isGiven = (of: DrawnColumn | null) => (of === null ? [] : [`${readColumn(of, dialect)} IS NOT NULL`])
  const placeOf = (of: DrawnColumn) => {
    const { type } = of
    const column = readColumn(of, dialect)
    if (!isTemporalType(type)) {
      const place = dialect.placeOf(column, type)
      return `CASE WHEN ${isDrawn(place)} THEN ${place} END`
    }
    const ms = `floor(${dialect.placeOf(column, type)} / ${double(1000)})`
    return `CASE WHEN ${dialect.hasPlace(column, type)} THEN ${ms} END`
  }
  const colorText = color === null ? 'NULL' : dialect.exact(dialect.quoteName(color.name), color.type)
  const named = `SELECT ${placeOf(x)} AS tm_x, ${y === null ? '0' : placeOf(y)} AS tm_y, ${colorText} AS tm_c, CASE WHEN ${[...isGiven(x), ...isGiven(y)].join(' AND ')} THEN 1 END AS tm_given FROM tm_result`
  const isCounted = isOnEarth ? 'abs(d.tm_x) <= 180 AND abs(d.tm_y) <= 90' : 'd.tm_x IS NOT NULL AND d.tm_y IS NOT NULL'
  return `tm_drawn AS (${named}),
tm_placed AS (SELECT CASE WHEN ${isCounted} THEN d.tm_x END AS tm_x, CASE WHEN ${isCounted} THEN d.tm_y END AS tm_y, CASE WHEN ${isCounted} THEN NULL ELSE d.tm_given END AS tm_off, d.tm_c FROM tm_drawn AS d)`
}

function framed(steps: string): StatementFrame {
  return { before: 'WITH tm_result AS ', after: `,\n${steps}` }
}
