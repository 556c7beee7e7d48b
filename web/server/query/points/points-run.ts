import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import { isNumericType, isTemporalType } from '@tidemark/shared/query/field'
import {
  mostLines,
  pointsPerColumn,
  type DrawnBins,
  type DrawnBoxes,
  type DrawnLine,
  type DrawnPoints,
} from '@tidemark/shared/query/points'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { EngineResult, RunnableQuery, StatementFrame } from '@/server/engine/process/engine-messages'
import { runBins, type RunFrame } from './bins-run'
import { runBoxes } from './boxes-run'
import { drawnColumn, isCategory, type DrawnColumn } from '../plan/drawn-columns'
import type { PointsDialect } from './points-dialect'
import { decodeMembers, encodeMembers, numberOf, type DecodedRun } from './points-members'
import { lineFrames, type LineColumns, type LineExtent } from './points-sql'

/** How a plan's result is drawn, and with how many points. isApart: no two rows of a series can share an x. */
export interface PointsPlan {
  readonly draw: DrawnPoints
  readonly maxPoints: number
  readonly isApart?: boolean
}

type Run = (query: RunnableQuery) => Promise<EngineResult>

/** The fewest pixel columns for one series. More series have fewer columns each, so that all can be drawn. */
const fewestColumns = 40

/**
 * Runs a query whose result is drawn. A result within the row limit is returned whole. A longer one is reduced, with at
 * most two further runs, to the points that a line needs for its pixels, to counts in bins or to boxes. If neither is possible (x
 * is a text, say), it is cut at the limit.
 */
export async function runPoints(
  run: Run,
  query: RunnableQuery,
  { draw, maxPoints, isApart = false }: PointsPlan,
  dialect: PointsDialect,
): Promise<EngineResult> {
  const results: EngineResult[] = []
  const runOne = async (asked: RunnableQuery): Promise<EngineResult> => {
    const result = await run(asked)
    results.push(result)
    return result
  }
  const probe = await runOne({ ...query, rowLimit: { ...query.rowLimit, isProbe: true } })
  const first = decodeMembers(probe)
  if (first.truncated?.reason !== query.rowLimit.reason) return probe

  // A frame returns few rows; the person's limits apply to the statement inside.
  const inFrame = (frame: StatementFrame, rows: number) =>
    runOne({ ...query, frame, isMade: true, rowLimit: { rows, reason: 'rows' } })
  const made =
    draw.mark === 'line'
      ? runLine(inFrame, { draw, maxPoints, isApart }, first, dialect)
      : summedUp(async (frame, rows) => mustBeWhole(await inFrame(frame, rows)), draw, first.fields, dialect).then(
          (bins) => bins && encodeMembers(bins),
        )
  const members = await made.catch(nullIfTooOld)
  if (members === null) return run(query)
  return { ...probe, members, timing: sumOf(results) }
}

function summedUp(run: RunFrame, draw: DrawnBins | DrawnBoxes, fields: readonly Field[], dialect: PointsDialect) {
  return draw.mark === 'box' ? runBoxes(run, draw, fields, dialect) : runBins(run, draw, fields, dialect)
}

/** Returns null if the database is too old to thin out rows, so that they are cut instead; rethrows other errors. */
function nullIfTooOld(thrown: unknown): null {
  if (thrown instanceof TidemarkError && thrown.code === 'query-old-database') return null
  throw thrown
}

type InFrame = (frame: StatementFrame, rows: number) => Promise<EngineResult>

async function runLine(
  inFrame: InFrame,
  { draw, maxPoints, isApart }: PointsPlan & { readonly draw: DrawnLine },
  first: DecodedRun,
  dialect: PointsDialect,
): Promise<Uint8Array | null> {
  const line = lineOf(draw, first.fields)
  if (line === null) return null
  const frames = lineFrames(line, dialect)
  const ask = async (of: LineExtent): Promise<Extent> => {
    const { columns } = decodeMembers(await inFrame(frames.extent(of), 1))
    return columns.map(([value]) => numberOf(value))
  }
  const isKnown = isApart || hasSharedPlaces(line, first)
  const hasOrder = dialect.orderOf !== undefined
  const extent = await ask(isKnown || hasOrder ? 'ends' : 'places')
  const [total, low, high, seriesCount, isShared] = extent
  if (total === undefined || low === undefined || high === undefined || !(low < high)) return null

  const series = line.y.length * Math.max(1, Math.min(seriesCount ?? 0, line.most))
  const askedColumns = Math.ceil(maxPoints / pointsPerColumn)
  const columns = Math.max(fewestColumns, Math.floor(askedColumns / series))
  // Six rows per column, also for the series without a name: the four of M4, and those without a value at the column's
  // two ends.
  const most = 6 * columns * (series + line.y.length)
  const pointsOf = (sums: boolean) => inFrame(frames.points({ low, high, columns }, sums), most)
  const points =
    isKnown || !hasOrder
      ? await pointsOf(!isApart && (isKnown || isShared === 1))
      : await pointsUnlessShared(line, low, ask, pointsOf)
  const isPart = seriesCount !== undefined && seriesCount > line.most
  return withTruncation(points.members, {
    reason: 'points',
    total,
    columns: askedColumns,
    ...(isPart ? { seriesCount } : {}),
  })
}

/** The values returned for a `LineExtent`, by position. */
type Extent = readonly (number | undefined)[]

/**
 * Returns the points of a line in which two rows of a series may share an x, which a chart sums. Usually none do and
 * the rows are sorted, which is checked in parallel. Only unsorted rows are sorted to find out.
 */
async function pointsUnlessShared(
  { x }: LineColumns,
  low: number,
  ask: (of: LineExtent) => Promise<Extent>,
  pointsOf: (sums: boolean) => Promise<EngineResult>,
): Promise<EngineResult> {
  const isOrderKept = isNumericType(x.type) || low >= 0
  // Wait for both, so that none still runs when the other's failure is thrown.
  const [points, order] = await Promise.allSettled([pointsOf(false), isOrderKept ? ask('order') : []])
  if (points.status === 'rejected') throw points.reason
  if (order.status === 'rejected') throw order.reason
  if (order.value[4] === 1) return points.value
  const places = await ask('places')
  return places[4] === 1 ? pointsOf(true) : points.value
}

/** Returns the columns of a line; null unless each exists exactly once with a suitable type. */
function lineOf({ x, y, color, panels }: DrawnLine, fields: readonly Field[]): LineColumns | null {
  const xColumn = drawnColumn(x, fields, (type) => isTemporalType(type) || isNumericType(type))
  const measures = y.map((name) => drawnColumn(name, fields, isNumericType))
  const colorColumn = color === null ? null : drawnColumn(color, fields, isCategory)
  const present = measures.filter((column) => column !== null)
  const isWhole = present.length === y.length && new Set([x, ...y, color]).size === y.length + 2
  return xColumn === null || !isWhole || (color !== null && colorColumn === null)
    ? null
    : { x: xColumn, y: present, color: colorColumn, most: mostLines({ panels }) }
}

/** Returns true if two of the first rows of a series share an x. */
function hasSharedPlaces({ x, color }: LineColumns, { fields, columns, rowCount }: DecodedRun): boolean {
  const valuesOf = (column: DrawnColumn | null): readonly CellValue[] =>
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

function mustBeWhole(result: EngineResult): DecodedRun {
  const decoded = decodeMembers(result)
  if (decoded.truncated !== null) throw new Error('the bins of a result were cut')
  return decoded
}

const nothingCut = Buffer.from('"truncated":null')

/** Replaces the end of the members, which says why the result was cut, in the form of `write-members.ts`. */
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
