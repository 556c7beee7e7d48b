import type { FieldType } from '@tidemark/shared/query/field'
import type { StatementFrame } from '@/server/engine/process/engine-messages'
import type { DrawnColumn } from '../plan/drawn-columns'
import { isDrawn, readColumn, slotOf, type PointsDialect } from './points-dialect'

/** The columns of a result from which a line is drawn. */
export interface LineColumns {
  readonly x: DrawnColumn
  readonly y: readonly DrawnColumn[]
  readonly color: DrawnColumn | null
  /** How many named lines there are at most. */
  readonly most: number
}

/**
 * The pixel columns of a drawing. low, high: the ends of the x axis in the unit of `placeOf`. columns: their number.
 */
export interface PixelColumns {
  readonly low: number
  readonly high: number
  readonly columns: number
}

/**
 * The question asked together with the ends of a line. order: is each row after the previous one, so that no two of a
 * series share an x; a no proves nothing. places: do two rows of a series share an x; this sorts or groups all rows.
 */
export type LineExtent = 'ends' | 'order' | 'places'

/** The frames around the statement whose rows are thinned out. */
export interface LineFrames {
  /** Returns the frame for one row of: number of rows, range of x, number of series, and the answer to `of`. */
  extent(of: LineExtent): StatementFrame
  /** Returns the frame for the points. sums: rows of a series at the same x become one point, their sum. */
  points(pixels: PixelColumns, sums: boolean): StatementFrame
}

/**
 * Builds the statements for a line. The points are those of M4: for each series and pixel column the first, last,
 * lowest and highest row (Jugel et al., VLDB 2014), and rows without a value at a column's ends, where the line is
 * interrupted.
 */
export function lineFrames(line: LineColumns, dialect: PointsDialect): LineFrames {
  const names = columnNames(line)
  const place = dialect.placeOf('tm_x', line.x.type)
  const isOnePass = dialect.hasArgMin && line.y.length === 1
  return {
    extent: (of) => ({ before: 'WITH tm_result AS ', after: `\n${extentText(line, dialect, of)}` }),
    points: (pixels, sums) => {
      const rows = rowsText(line, dialect, sums)
      const at = columnOf(place, pixels, dialect)
      const placed = `tm_placed AS (
SELECT r.*, ${dialect.asInteger(at)} AS tm_k${line.color === null ? '' : ', tm_top.tm_s'}
FROM tm_rows AS r${line.color === null ? '' : ` JOIN tm_top ON ${dialect.isSame(dialect.exact('r.tm_c', line.color.type), 'tm_top.tm_c')}`}
WHERE tm_x IS NOT NULL)`
      const steps = [
        rows,
        ...(line.color === null ? [] : [topSeries(line.color, line.most, dialect)]),
        placed,
        ...(isOnePass ? onePassSteps(line) : dialect.hasArgMin ? argMinSteps(line) : twoPassSteps(line)),
      ]
      const select = isOnePass ? onePassRows : dialect.hasArgMin ? pickedRows : joinedRows
      return {
        before: 'WITH tm_result AS ',
        after: `,\n${steps.join(',\n')}\n${select(line, names, dialect)}`,
      }
    },
  }
}

function columnNames({ x, y, color }: LineColumns) {
  return { x: x.name, y: y.map(({ name }) => name), color: color?.name ?? null }
}

function extentText({ x, color }: LineColumns, dialect: PointsDialect, of: LineExtent): string {
  const series = color === null ? '0' : 'count(DISTINCT tm_c)'
  const ends = (lows: string, highs: string) =>
    `${endOf(`min(${lows})`, x.type, dialect)} AS low, ${endOf(`max(${highs})`, x.type, dialect)} AS high, ${series} AS series`
  const named = `SELECT ${readColumn(x, dialect)} AS tm_x${color === null ? '' : `, ${dialect.exact(dialect.quoteName(color.name), color.type)} AS tm_c`}`
  const result = `FROM (${named} FROM tm_result) AS tm_named`
  const place = slotOf('tm_x', x.type, dialect)
  switch (of) {
    case 'ends':
      return `SELECT count(*) AS n, ${ends('tm_x', 'tm_x')} ${result}`
    case 'order': {
      const isPast = (sign: string) => {
        const further = `tm_p ${sign} tm_b`
        return color === null ? further : `(${further} OR (tm_p = tm_b AND tm_c ${sign} tm_d))`
      }
      // A comparison with null is never true, so a null leaves the order unproved.
      const isWhole = (sign: string) => `count(*) FILTER (WHERE ${isPast(sign)}) = count(*) - 1`
      return `SELECT count(*) AS n, ${ends('tm_x', 'tm_x')}, CASE WHEN ${isWhole('>')} OR ${isWhole('<')} THEN 1 ELSE 0 END AS is_past
FROM (SELECT *, lag(tm_p) OVER () AS tm_b${color === null ? '' : ', lag(tm_c) OVER () AS tm_d'} FROM (SELECT *, ${dialect.orderOf?.('tm_x', x.type) ?? place} AS tm_p ${result}) AS tm_at) AS tm_steps`
    }
    case 'places': {
      if (dialect.orderOf === undefined) {
        const by = color === null ? 'tm_p' : 'tm_p, tm_c'
        return `SELECT sum(tm_n) AS n, ${ends('tm_low', 'tm_high')}, CASE WHEN max(tm_m) > 1 THEN 1 ELSE 0 END AS is_shared
FROM (SELECT ${by}, min(tm_x) AS tm_low, max(tm_x) AS tm_high, count(*) AS tm_n, count(tm_x) AS tm_m
FROM (SELECT tm_x${color === null ? '' : ', tm_c'}, ${place} AS tm_p ${result}) AS tm_at GROUP BY ${by}) AS tm_places`
      }
      // For DuckDB, sorting takes half the time of grouping so many rows.
      const within = color === null ? '' : 'PARTITION BY tm_c '
      return `SELECT count(*) AS n, ${ends('tm_x', 'tm_x')}, CASE WHEN count(*) FILTER (WHERE tm_p = tm_b) > 0 THEN 1 ELSE 0 END AS is_shared
FROM (SELECT *, lag(tm_p) OVER (${within}ORDER BY tm_p) AS tm_b FROM (SELECT *, ${place} AS tm_p ${result}) AS tm_at) AS tm_steps`
    }
  }
}

/** Returns null if the line has no end that can be drawn. */
function endOf(value: string, type: FieldType, { hasPlace, placeOf }: PointsDialect): string {
  return `CASE WHEN ${hasPlace(value, type)} THEN ${placeOf(value, type)} END`
}

/** Writes a double in any dialect; without an exponent it would be a decimal. */
export function double(value: number): string {
  return `(${value.toExponential()})`
}

function columnOf(place: string, { low, high, columns }: PixelColumns, { hasArgMin }: PointsDialect): string {
  let perPixel = columns / (high - low)
  // In DuckDB's single pass a comparison per row is expensive. The factor is reduced instead, until the last place
  // falls into the last column.
  if (hasArgMin) while (Math.floor((high - low) * perPixel) >= columns) perPixel *= 1 - Number.EPSILON
  const at = `floor((${place} - ${double(low)}) * ${double(perPixel)})`
  return hasArgMin ? at : `least(${columns - 1}, ${at})`
}

/**
 * Selects the drawn columns under our own names, because the result may use any name. Values that cannot be drawn add
 * nothing to a sum.
 */
function rowsText({ x, y, color }: LineColumns, dialect: PointsDialect, sums: boolean): string {
  const column = (of: DrawnColumn) => readColumn(of, dialect)
  const key = color === null ? '' : dialect.quoteName(color.name)
  const group = color === null ? '' : `, ${key} AS tm_c`
  if (!sums)
    return `tm_rows AS (SELECT ${column(x)} AS tm_x, ${y.map((one, index) => `${column(one)} AS tm_y${index}`).join(', ')}${group} FROM tm_result)`
  const parts = y.map((one, index) => `${measured(column(one), one.type)} AS tm_a${index}`)
  const totals = y.map((_, index) => `sum(tm_a${index}) AS tm_y${index}`)
  // Series stay distinct even if the database considers their names equal.
  const apart = color === null ? '' : `, ${color.type === 'text' ? dialect.exact(key, 'text') : key} AS tm_c`
  const by = color === null ? 'tm_p' : 'tm_p, tm_c'
  return `tm_rows AS (SELECT min(tm_at) AS tm_x, ${totals.join(', ')}${color === null ? '' : ', tm_c'}
FROM (SELECT ${column(x)} AS tm_at, ${slotOf(column(x), x.type, dialect)} AS tm_p, ${parts.join(', ')}${apart} FROM tm_result) AS tm_each GROUP BY ${by})`
}

/** Selects the named series with the largest values, and the series without a name. */
function topSeries(color: DrawnColumn, most: number, dialect: PointsDialect): string {
  const key = dialect.exact('tm_c', color.type)
  const rank = `row_number() OVER (ORDER BY ${dialect.isNull('tm_c')} DESC, tm_w DESC, tm_c)`
  return `tm_top AS (SELECT tm_c, tm_s FROM (SELECT tm_c, tm_w, ${rank} AS tm_s, max(tm_e) OVER () AS tm_e
FROM (SELECT ${key} AS tm_c, coalesce(sum(abs(tm_y0)), 0) AS tm_w, max(CASE WHEN tm_c IS NULL THEN 1 ELSE 0 END) AS tm_e FROM tm_rows GROUP BY ${key}) AS tm_sums) AS tm_ranked
WHERE tm_s <= ${most} + tm_e)`
}

const grouping = ({ color }: LineColumns) => (color === null ? 'tm_k' : 'tm_s, tm_k')

/** Selects the rows at both ends of a single measure in one pass; rows without a value form their own groups. */
function onePassSteps(line: LineColumns): string[] {
  const [measure] = line.y
  const value = measured('tm_y0', measure?.type ?? 'number')
  const row = packed(line)
  const ends = ['arg_min', 'arg_max'].map((pick) => `${pick}(${row}, tm_x)`)
  const values = ['arg_min', 'arg_max'].map((pick) => `${pick}(${row}, tm_v)`)
  return [
    `tm_valued AS (SELECT *, ${value} AS tm_v FROM tm_placed)`,
    `tm_picks AS (SELECT ${grouping(line)}, tm_v IS NULL AS tm_n, ${ends[0]} AS f, ${ends[1]} AS l, ${values[0]} AS lo, ${values[1]} AS hi
FROM tm_valued GROUP BY ${grouping(line)}, tm_n)`,
    `tm_ends AS (SELECT ${grouping(line)}, min(f.tm_x) FILTER (WHERE NOT tm_n) AS tm_a, max(l.tm_x) FILTER (WHERE NOT tm_n) AS tm_b
FROM tm_picks GROUP BY ${grouping(line)})`,
  ]
}

function onePassRows(line: LineColumns, names: ReturnType<typeof columnNames>, { quoteName }: PointsDialect): string {
  const series = line.color === null ? '' : 'tm_s, '
  const color = names.color === null ? '' : `, any_value(p.tm_c) AS ${quoteName(names.color)}`
  return `SELECT p.tm_x AS ${quoteName(names.x)}, max(p.tm_y0) AS ${quoteName(names.y[0] ?? '')}${color}
FROM (SELECT ${grouping(line)}, tm_n, unnest([f, l, lo, hi]) AS p FROM tm_picks) AS tm_points JOIN tm_ends USING (${grouping(line)})
WHERE p IS NOT NULL AND (NOT tm_n OR tm_a IS NULL OR p.tm_x < tm_a OR p.tm_x > tm_b)
GROUP BY ${series}p.tm_x ORDER BY p.tm_x`
}

function packed(line: LineColumns): string {
  const fields = ['tm_x', ...line.y.map((_, index) => `tm_y${index}`), ...(line.color === null ? [] : ['tm_c'])]
  return `struct_pack(${fields.map((field) => `${field} := ${field}`).join(', ')})`
}

/** Selects the rows at both ends of several measures in one pass. */
function argMinSteps(line: LineColumns): string[] {
  const row = packed(line)
  const picks = line.y.flatMap(({ type }, index) => {
    const value = measured(`tm_y${index}`, type)
    return [
      `arg_min(${row}, tm_x) FILTER (WHERE ${value} IS NOT NULL) AS f${index}`,
      `arg_max(${row}, tm_x) FILTER (WHERE ${value} IS NOT NULL) AS l${index}`,
      `arg_min(${row}, ${value}) AS lo${index}`,
      `arg_max(${row}, ${value}) AS hi${index}`,
      `arg_min(${row}, tm_x) FILTER (WHERE ${value} IS NULL) AS g${index}`,
      `arg_max(${row}, tm_x) FILTER (WHERE ${value} IS NULL) AS h${index}`,
    ]
  })
  return [`tm_picks AS (SELECT ${grouping(line)}, ${picks.join(', ')} FROM tm_placed GROUP BY ${grouping(line)})`]
}

/**
 * Removes rows at the same x, which cannot be drawn as one line. Few of the picked rows share an x; the higher one is
 * kept.
 */
function pickedRows(line: LineColumns, names: ReturnType<typeof columnNames>, { quoteName }: PointsDialect): string {
  const picks = line.y.flatMap((_, index) => [
    `f${index}`,
    `l${index}`,
    `lo${index}`,
    `hi${index}`,
    `CASE WHEN f${index} IS NULL OR g${index}.tm_x < f${index}.tm_x THEN g${index} END`,
    `CASE WHEN l${index} IS NULL OR h${index}.tm_x > l${index}.tm_x THEN h${index} END`,
  ])
  const series = line.color === null ? '' : 'tm_s, '
  const measures = names.y.map((name, index) => `max(p.tm_y${index}) AS ${quoteName(name)}`)
  const color = names.color === null ? '' : `, any_value(p.tm_c) AS ${quoteName(names.color)}`
  return `SELECT p.tm_x AS ${quoteName(names.x)}, ${measures.join(', ')}${color}
FROM (SELECT ${series}unnest([${picks.join(', ')}]) AS p FROM tm_picks) AS tm_points
WHERE p IS NOT NULL GROUP BY ${series}p.tm_x ORDER BY p.tm_x`
}

/** Returns the steps for a database without `arg_min`: first the extremes, then the rows that have them. */
function twoPassSteps(line: LineColumns): string[] {
  const by = grouping(line)
  const isSame = line.color === null ? 'r.tm_k = e.tm_k' : 'r.tm_k = e.tm_k AND r.tm_s = e.tm_s'
  const group = by
    .split(', ')
    .map((column) => `e.${column}`)
    .join(', ')
  const named = by
    .split(', ')
    .map((column) => `e.${column} AS ${column}`)
    .join(', ')
  const ends = line.y.flatMap(({ type }, index) => {
    const value = measured(`tm_y${index}`, type)
    return [
      `min(CASE WHEN ${value} IS NOT NULL THEN tm_x END) AS f${index}`,
      `max(CASE WHEN ${value} IS NOT NULL THEN tm_x END) AS l${index}`,
      `min(${value}) AS lo${index}`,
      `max(${value}) AS hi${index}`,
      `min(CASE WHEN ${value} IS NULL THEN tm_x END) AS g${index}`,
      `max(CASE WHEN ${value} IS NULL THEN tm_x END) AS h${index}`,
    ]
  })
  const found = line.y.flatMap((_, index) => [
    `min(CASE WHEN r.tm_y${index} = e.lo${index} THEN r.tm_x END) AS xlo${index}`,
    `min(CASE WHEN r.tm_y${index} = e.hi${index} THEN r.tm_x END) AS xhi${index}`,
    ...['f', 'l', 'g', 'h'].map((end) => `min(e.${end}${index}) AS ${end}${index}`),
  ])
  return [
    `tm_ends AS (SELECT ${by}, ${ends.join(', ')} FROM tm_placed GROUP BY ${by})`,
    `tm_found AS (SELECT ${named}, ${found.join(', ')} FROM tm_placed AS r JOIN tm_ends AS e ON ${isSame} GROUP BY ${group})`,
  ]
}

function joinedRows(line: LineColumns, names: ReturnType<typeof columnNames>, { quoteName }: PointsDialect): string {
  const measures = names.y.map((name, index) => `max(r.tm_y${index}) AS ${quoteName(name)}`)
  const color = names.color === null ? '' : `, r.tm_c AS ${quoteName(names.color)}`
  const isSame = line.color === null ? 'r.tm_k = w.tm_k' : 'r.tm_k = w.tm_k AND r.tm_s = w.tm_s'
  const isWanted = line.y.flatMap((_, index) => [
    ...['f', 'l', 'xlo', 'xhi'].map((end) => `r.tm_x = w.${end}${index}`),
    `(r.tm_x = w.g${index} AND (w.f${index} IS NULL OR w.g${index} < w.f${index}))`,
    `(r.tm_x = w.h${index} AND (w.l${index} IS NULL OR w.h${index} > w.l${index}))`,
  ])
  return `SELECT r.tm_x AS ${quoteName(names.x)}, ${measures.join(', ')}${color}
FROM tm_placed AS r JOIN tm_found AS w ON ${isSame} AND (${isWanted.join(' OR ')})
GROUP BY ${names.color === null ? '' : 'r.tm_s, r.tm_c, '}r.tm_x ORDER BY r.tm_x`
}

/** Returns a measure with values that cannot be drawn replaced by null. */
function measured(column: string, type: FieldType): string {
  return type === 'number' || type === 'decimal' ? `CASE WHEN ${isDrawn(column)} THEN ${column} END` : column
}
