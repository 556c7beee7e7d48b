import { fenceFactor, mostBoxes, quartiles } from '@tidemark/shared/charts/plot/boxes'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import type { DrawnColumn } from '../plan/drawn-columns'
import { isDrawn, readColumn, type PointsDialect } from './points-dialect'
import { double } from './points-sql'

/** The columns of a result from which boxes are computed. x: null for one box of all rows. */
export interface BoxColumns {
  readonly x: DrawnColumn | null
  readonly y: DrawnColumn
}

/** Returns the frame for one row of: number of rows, number of values, range of the values, and number of boxes. */
export function boxExtentFrame(columns: BoxColumns, dialect: PointsDialect): StatementFrame {
  return framed(`${eachRow(columns, dialect)}
SELECT count(*) AS n, count(tm_v) AS filled, min(tm_v) AS low, max(tm_v) AS high,
count(DISTINCT CASE WHEN tm_v IS NOT NULL THEN tm_c END) + max(CASE WHEN tm_v IS NOT NULL AND tm_c IS NULL THEN 1 ELSE 0 END) AS boxes
FROM tm_each`)
}

/**
 * Returns the frame for the boxes of the most values and their farthest outliers, one row each: category, whether it is
 * an outlier, the median or the outlier, number of values, number of outliers, lower whisker, quartiles, upper whisker.
 * Quartiles are interpolated between two ranks, which every database can count.
 */
export function boxesFrame(columns: BoxColumns, outliers: number, dialect: PointsDialect): StatementFrame {
  const [q1, q2, q3] = quartiles.map((part) => `sum(${atRank(part)}) OVER (PARTITION BY tm_c)`)
  const reach = `${double(fenceFactor)} * (tm_q3 - tm_q1)`
  return framed(`${eachRow(columns, dialect)},
tm_ranked AS (SELECT tm_c, tm_v, row_number() OVER (PARTITION BY tm_c ORDER BY tm_v) - 1 AS tm_r, count(*) OVER (PARTITION BY tm_c) - 1 AS tm_m
FROM tm_each WHERE tm_v IS NOT NULL),
tm_largest AS (SELECT tm_c, tm_v, tm_r, tm_m, dense_rank() OVER (ORDER BY tm_m DESC, tm_c) AS tm_s FROM tm_ranked),
tm_quartiles AS (SELECT tm_c, tm_v, ${q1} AS tm_q1, ${q2} AS tm_q2, ${q3} AS tm_q3 FROM tm_largest WHERE tm_s <= ${mostBoxes}),
tm_fenced AS (SELECT tm_c, tm_v, tm_q1, tm_q2, tm_q3, CASE WHEN tm_v < tm_q1 - ${reach} OR tm_v > tm_q3 + ${reach} THEN 1 ELSE 0 END AS tm_o FROM tm_quartiles),
tm_numbered AS (SELECT tm_c, tm_v, tm_q1, tm_q2, tm_q3, tm_o, row_number() OVER (PARTITION BY tm_c, tm_o ORDER BY abs(tm_v - tm_q2) DESC) AS tm_k FROM tm_fenced),
tm_boxes AS (SELECT tm_c, 0 AS tm_kind, min(tm_q2) AS tm_at, count(*) AS tm_n, sum(tm_o) AS tm_outside,
min(CASE WHEN tm_o = 0 THEN tm_v END) AS tm_low, min(tm_q1) AS tm_first, min(tm_q3) AS tm_third, max(CASE WHEN tm_o = 0 THEN tm_v END) AS tm_high
FROM tm_numbered GROUP BY tm_c
UNION ALL
SELECT tm_c, 1, tm_v, 1, 0, tm_v, tm_v, tm_v, tm_v FROM tm_numbered WHERE tm_o = 1 AND tm_k <= ${outliers})
SELECT tm_c, tm_kind, tm_at, tm_n, tm_outside, tm_low, tm_first, tm_third, tm_high FROM tm_boxes ORDER BY tm_kind, tm_c`)
}

/** Returns what a value adds to a quantile by its rank from 0 (`tm_r`) of the last one (`tm_m`). */
function atRank(part: number): string {
  const place = `tm_m * ${double(part)}`
  const above = `(${place} - floor(${place}))`
  return `CASE WHEN tm_r = floor(${place}) THEN tm_v * (1 - ${above}) WHEN tm_r = floor(${place}) + 1 THEN tm_v * ${above} ELSE 0 END`
}

/** Returns the CTE of the rows' categories and values, which are null unless they can be drawn. */
function eachRow({ x, y }: BoxColumns, dialect: PointsDialect): string {
  const value = dialect.placeOf(readColumn(y, dialect), y.type)
  const category = x === null ? '0' : dialect.exact(dialect.quoteName(x.name), x.type)
  return `tm_each AS (SELECT ${category} AS tm_c, CASE WHEN ${isDrawn(value)} THEN ${value} END AS tm_v FROM tm_result)`
}

function framed(steps: string): StatementFrame {
  return { before: 'WITH tm_result AS ', after: `,\n${steps}` }
}
