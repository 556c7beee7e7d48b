import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import { isNumericType, isTemporalType } from '@tidemark/shared/query/field'
import { mostThinnedSeries, pointsPerColumn, type DrawnPart } from '@tidemark/shared/query/points'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import type { EngineQuery, EngineResult } from '../engine/engine-messages'
import type { PointsDialect } from './points-dialect'
import { lineFrames, type LineColumn, type LineColumns } from './points-sql'

/** What is drawn of a plan's result, and for how many points there is room. */
export interface PointsPlan {
  readonly draw: DrawnPart
  readonly maxPoints: number
}

type Run = (query: EngineQuery) => Promise<EngineResult>
type Members = ResultData & Pick<RunResult, 'truncated'>

/** Of one series; more series have fewer each, so that all of them stay drawable. */
const fewestColumns = 40

/**
 * Runs a query whose result is drawn as a line. One that fits into the row limit is given back whole; of a longer one, the
 * points that a drawing of its pixels needs, in at most two more runs. What is no line (x a text, say) is cut at the limit.
 */
export async function runPoints(
  run: Run,
  query: EngineQuery,
  { draw, maxPoints }: PointsPlan,
  dialect: PointsDialect,
): Promise<EngineResult> {
  const probe = await run({ ...query, rowLimit: { ...query.rowLimit, isProbe: true } })
  const first = decodeMembers(probe)
  if (first.truncated?.reason !== query.rowLimit.reason) return probe
  const line = lineOf(draw, first.fields)
  if (line === null) return run(query)

  const frames = lineFrames(line, dialect, hasSharedPlaces(line, first))
  // The frames' own rows are few; the person's limits are on what they make of them.
  const inFrame = (frame: EngineQuery['frame'], rows: number) =>
    run({ ...query, ...(frame === undefined ? {} : { frame }), rowLimit: { rows, reason: 'rows' } })
  const asked = await inFrame(frames.extent, 1)
  const [total, low, high, seriesCount] = decodeMembers(asked).columns.map(([value]) => numberOf(value))
  if (total === undefined || low === undefined || high === undefined || !(low < high)) return run(query)

  const series = line.y.length * Math.max(1, Math.min(seriesCount ?? 0, mostThinnedSeries))
  const askedColumns = Math.ceil(maxPoints / pointsPerColumn)
  const columns = Math.max(fewestColumns, Math.floor(askedColumns / series))
  // Six rows a column: the four of M4, and those without a value at its two ends; for the series without a name, too.
  const most = 6 * columns * (series + line.y.length)
  const points = await inFrame(frames.points({ low, high, columns }), most)
  const isPart = seriesCount !== undefined && seriesCount > mostThinnedSeries
  return {
    members: withTruncation(points.members, {
      reason: 'points',
      total,
      columns: askedColumns,
      ...(isPart ? { seriesCount } : {}),
    }),
    appliedFilters: probe.appliedFilters,
    ignoredFilters: probe.ignoredFilters,
    timing: sumOf([probe, asked, points]),
  }
}

/** Null unless each column is there once, and of a type that a line is drawn from. */
function lineOf({ x, y, color }: DrawnPart, fields: readonly Field[]): LineColumns | null {
  const columnOf = (name: string, fits: (type: FieldType) => boolean): LineColumn | null => {
    const named = fields.filter((field) => field.name.toLowerCase() === name.toLowerCase())
    const [field] = named
    return field !== undefined && named.length === 1 && field.name === name && fits(field.type)
      ? { name, type: field.type }
      : null
  }
  const xColumn = columnOf(x, (type) => isTemporalType(type) || isNumericType(type))
  const measures = y.map((name) => columnOf(name, isNumericType))
  const colorColumn = color === null ? null : columnOf(color, isCategory)
  const present = measures.filter((column) => column !== null)
  const isWhole = present.length === y.length && new Set([x, ...y, color]).size === y.length + 2
  return xColumn === null || !isWhole || (color !== null && colorColumn === null)
    ? null
    : { x: xColumn, y: present, color: colorColumn }
}

function isCategory(type: FieldType): boolean {
  return type === 'text' || type === 'boolean' || type === 'integer' || type === 'bigint' || type === 'date'
}

/** Whether the first rows put two of a series at one x, which a chart adds up. */
function hasSharedPlaces({ x, color }: LineColumns, { fields, columns, rowCount }: Members): boolean {
  const valuesOf = (column: LineColumn | null): readonly CellValue[] =>
    column === null ? [] : (columns[fields.findIndex(({ name }) => name === column.name)] ?? [])
  const xs = valuesOf(x)
  const colors = valuesOf(color)
  const places = new Set<string>()
  for (let row = 0; row < rowCount; row++) {
    if (xs[row] === null) continue
    const place = JSON.stringify([xs[row], colors[row]])
    if (places.has(place)) return true
    places.add(place)
  }
  return false
}

function decodeMembers({ members }: EngineResult): Members {
  // Written by the engine or a connector: the members of a RunResult.
  return JSON.parse(`{${Buffer.from(members).toString()}}`) as Members
}

function numberOf(value: CellValue | undefined): number | undefined {
  const number = value === null || value === undefined ? NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

const nothingCut = Buffer.from('"truncated":null')

/** The members end with what cut them, as `write-members.ts` writes them. */
function withTruncation(members: Uint8Array, truncated: NonNullable<RunResult['truncated']>): Uint8Array {
  const bytes = Buffer.from(members)
  const at = bytes.lastIndexOf(nothingCut)
  if (at + nothingCut.length !== bytes.length) throw new Error('the points of a line were cut')
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`"truncated":${JSON.stringify(truncated)}`)])
}

function sumOf(results: readonly EngineResult[]): EngineResult['timing'] {
  const sum = (part: keyof EngineResult['timing']) => results.reduce((ms, { timing }) => ms + timing[part], 0)
  return { planMs: sum('planMs'), executeMs: sum('executeMs'), fetchMs: sum('fetchMs'), encodeMs: sum('encodeMs') }
}
