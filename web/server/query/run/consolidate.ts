import { hash } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { duckdbDialect } from '@tidemark/shared/builder/dialects/duckdb-dialect'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { allOf, column, type SqlExpression, type SqlSelect } from '@tidemark/shared/builder/compile/sql-node'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import type { CachedReading, CachedRows } from '@/server/engine/process/engine-messages'
import type { RunPlan } from '../plan/plan-run'

/** Sharing two statements gains little, because the shared rows must be stored as well. */
const fewestStatements = 3
/** Below this number of rows, sharing saves only a few milliseconds for all tiles together. */
const fewestRows = 250_000

/**
 * A statement that could read shared rows. columns: the dataset's columns that it uses. conditions: its conditions on
 * the dataset's own rows, by key.
 */
interface Candidate {
  readonly plan: RunPlan
  readonly select: SqlSelect
  readonly table: string
  readonly columns: readonly DatasetColumn[]
  readonly conditions: ReadonlyMap<string, SqlExpression>
}

/**
 * Lets statements of one request that read the same dataset under the same conditions share one reading: the matching
 * rows are cached, and each statement queries the cache. The results are the same; conditions that only one statement
 * has stay in that statement.
 *
 * plans: those that will run. Returns the variants of the statements that share rows.
 */
export function consolidate(actor: Actor, plans: readonly RunPlan[]): ReadonlyMap<RunPlan, CachedReading> {
  const readings = new Map<RunPlan, CachedReading>()
  const byPlace = new Map<string, Candidate[]>()
  for (const candidate of plans.flatMap(candidateOf)) {
    const place = placeOf(candidate)
    byPlace.set(place, [...(byPlace.get(place) ?? []), candidate])
  }
  for (const candidates of byPlace.values()) {
    const { together, shared } = withSharedConditions(candidates)
    if (new Set(together.map(({ plan }) => plan.key)).size < fewestStatements) continue
    const rows = cachedRows(actor, together, shared)
    if (rows === null) continue
    for (const candidate of together) readings.set(candidate.plan, readingOf(candidate, rows, shared))
  }
  return readings
}

function candidateOf(plan: RunPlan): readonly Candidate[] {
  if (plan.reading === null || plan.reading.dataset.rowCount < fewestRows) return []
  const { select, dataset } = plan.reading
  const inner = innermost(select)
  const { table, alias } = inner.from
  if (table.length !== 1 || table[0] !== dataset.tableName || alias !== null) return []
  const isOwn = ({ of }: SqlColumn) => of === dataset.tableName || (of === null && inner.joins.length === 0)
  const names = new Set(columnsIn(inner).flatMap((of) => (isOwn(of) ? [of.name] : [])))
  const columns = dataset.columns.filter(({ name }) => names.has(name))
  // A column is missing, such as a name in other capitals; the database must resolve it.
  if (columns.length === 0 || columns.length < names.size) return []
  const shareable = conditionsOf(inner).filter((part) => columnsIn(part).every(isOwn) && !readsClock(part))
  return [
    { plan, select, table: dataset.tableName, columns, conditions: new Map(shareable.map((of) => [keyOf(of), of])) },
  ]
}

/** Identifies a set of rows; statements with equal places read the same rows. */
function placeOf({ plan: { query }, table }: Candidate): string {
  return JSON.stringify([query.catalog.key, query.timeZone, table])
}

/** Selects the candidates with the most common condition. shared: all conditions that these have in common. */
function withSharedConditions(candidates: readonly Candidate[]) {
  const counts = new Map<string, number>()
  for (const { conditions } of candidates)
    for (const key of conditions.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  const commonest = [...counts].reduce<readonly [string, number]>((a, b) => (b[1] > a[1] ? b : a), ['', 0])[0]
  const together = candidates.filter(({ conditions }) => conditions.has(commonest))
  const isShared = (key: string) => together.every(({ conditions }) => conditions.has(key))
  return { together, shared: new Set([...counts.keys()].filter(isShared).toSorted()) }
}

/** Returns the rows to cache; null if a column is too large to hold for many rows. */
function cachedRows(actor: Actor, together: readonly Candidate[], shared: ReadonlySet<string>): CachedRows | null {
  const [first] = together
  const columns = new Map(together.flatMap((candidate) => candidate.columns.map((of) => [of.name, of])))
  const sizes = [...columns.values()].map(sizeOf)
  if (first === undefined || !sizes.every((size) => size !== null)) return null
  const { sql, params } = printSql(
    {
      with: [],
      columns: [...columns.keys()].toSorted().map((name) => ({ of: column(null, name), alias: null })),
      from: { table: [first.table], alias: null },
      joins: [],
      where: allOf([...shared].flatMap((key) => first.conditions.get(key) ?? [])),
      groupBy: 0,
      orderBy: [],
      limit: null,
    },
    duckdbDialect,
    'bound',
  )
  const identity = [actor.orgId, actor.grants, placeOf(first), sql, params]
  const name = `kept-${hash('sha256', JSON.stringify(identity), 'hex').slice(0, 32)}`
  return { name, sql, params, rowBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Returns the statement over the cached rows, which all satisfy the shared conditions. */
function readingOf({ select, table }: Candidate, rows: CachedRows, shared: ReadonlySet<string>): CachedReading {
  const inner = innermost(select)
  const left = conditionsOf(inner).filter((part) => !shared.has(keyOf(part)))
  const over: SqlSelect = {
    ...inner,
    from: { table: [rows.name], alias: table },
    where: left.length === 0 ? null : allOf(left),
  }
  return { rows, ...printSql(withInnermost(select, over), duckdbDialect, 'bound') }
}

/** Returns the innermost part of a statement, which reads the tables; the outer parts read its result. */
function innermost(select: SqlSelect): SqlSelect {
  const [first] = select.with
  return first === undefined || 'kind' in first.select ? select : innermost(first.select)
}

function withInnermost(select: SqlSelect, inner: SqlSelect): SqlSelect {
  const [first, ...rest] = select.with
  if (first === undefined || 'kind' in first.select) return inner
  return { ...select, with: [{ ...first, select: withInnermost(first.select, inner) }, ...rest] }
}

function conditionsOf({ where }: SqlSelect): readonly SqlExpression[] {
  if (where === null) return []
  return where.kind === 'all' ? where.of : [where]
}

/**
 * Returns the key of a condition on the source alone, ignoring table names, which precede columns if other tables are
 * joined.
 */
function keyOf(condition: SqlExpression): string {
  return JSON.stringify(condition, (key, value: unknown) => (key === 'of' && typeof value === 'string' ? null : value))
}

type SqlColumn = Extract<SqlExpression, { kind: 'column' }>

function columnsIn(tree: SqlSelect | SqlExpression): readonly SqlColumn[] {
  return nodesIn(tree).filter((node): node is SqlColumn => node.kind === 'column')
}

/** Returns true if a condition uses today's date: rows cached past midnight would be outdated. */
function readsClock(tree: SqlExpression): boolean {
  return nodesIn(tree).some((node) => node.kind === 'keyword' && node.word === 'CURRENT_DATE')
}

/** Lists the nodes of a statement's tree. Its plain objects with a kind are expressions or joins. */
function nodesIn(tree: unknown): readonly (SqlExpression | SqlSelect['joins'][number])[] {
  if (typeof tree !== 'object' || tree === null) return []
  const within = Object.values(tree).flatMap(nodesIn)
  return 'kind' in tree ? [tree as SqlExpression | SqlSelect['joins'][number], ...within] : within
}

/** Returns the approximate bytes of a value in memory; null if its size is unbounded. */
function sizeOf({ type, sample }: DatasetColumn): number | null {
  switch (type) {
    case 'boolean':
      return 1
    case 'integer':
    case 'date':
      return 4
    case 'bigint':
    case 'number':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return 8
    case 'decimal':
    case 'interval':
      return 16
    case 'text':
      // Every text takes 16 bytes, which include up to twelve bytes of content.
      // Who may not ask questions has no samples.
      if (sample.length === 0) return 48
      return 16 + Math.max(0, ...sample.map((text) => Buffer.byteLength(text)).filter((size) => size > 12))
    case 'json':
    case 'binary':
      return null
  }
}
