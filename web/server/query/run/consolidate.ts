import { hash } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { duckdbDialect } from '@tidemark/shared/builder/dialects/duckdb-dialect'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import { allOf, column, type SqlExpression, type SqlSelect } from '@tidemark/shared/builder/compile/sql-node'
import type { DatasetColumn } from '@tidemark/shared/datasets/dataset'
import type { CachedReading, CachedRows } from '@/server/engine/process/engine-messages'
import type { RunPlan } from '../plan/plan-run'

/** With two there is little to win: rows that are read once have to be kept, too. */
const fewestStatements = 3
/** With fewer there are a few milliseconds to win, for all tiles together. */
const fewestRows = 250_000

/**
 * A statement that can read rows that others read too. columns: of the dataset, those that it names. conditions: those on the
 * dataset's own rows, by how they are written.
 */
interface Candidate {
  readonly plan: RunPlan
  readonly select: SqlSelect
  readonly table: string
  readonly columns: readonly DatasetColumn[]
  readonly conditions: ReadonlyMap<string, SqlExpression>
}

/**
 * Statements of one request that read the same dataset under the same conditions read it once: the rows that pass are kept,
 * and each statement asks those. What it answers is the same; the conditions that it has alone stay its own.
 *
 * plans: those that are going to run. Returns how to run the ones that go together.
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
  // A name in other letters is one for the database to find.
  if (columns.length === 0 || columns.length < names.size) return []
  const shareable = conditionsOf(inner).filter((part) => columnsIn(part).every(isOwn) && !readsClock(part))
  return [
    { plan, select, table: dataset.tableName, columns, conditions: new Map(shareable.map((of) => [keyOf(of), of])) },
  ]
}

/** In equal places are equal rows. */
function placeOf({ plan: { query }, table }: Candidate): string {
  return JSON.stringify([query.catalog.key, query.timeZone, table])
}

/** Those that have the condition that most of them have; shared: all that these have in common. */
function withSharedConditions(candidates: readonly Candidate[]) {
  const counts = new Map<string, number>()
  for (const { conditions } of candidates)
    for (const key of conditions.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  const commonest = [...counts].reduce<readonly [string, number]>((a, b) => (b[1] > a[1] ? b : a), ['', 0])[0]
  const together = candidates.filter(({ conditions }) => conditions.has(commonest))
  const isShared = (key: string) => together.every(({ conditions }) => conditions.has(key))
  return { together, shared: new Set([...counts.keys()].filter(isShared).toSorted()) }
}

/** Null when a column is too large to be held for many rows. */
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

/** The statement over the kept rows, all of which pass the shared conditions. */
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

/** The part of a statement that reads tables; the others read what it makes of them. */
function innermost(select: SqlSelect): SqlSelect {
  const [first] = select.with
  return first === undefined ? select : innermost(first.select)
}

function withInnermost(select: SqlSelect, inner: SqlSelect): SqlSelect {
  const [first, ...rest] = select.with
  if (first === undefined) return inner
  return { ...select, with: [{ ...first, select: withInnermost(first.select, inner) }, ...rest] }
}

function conditionsOf({ where }: SqlSelect): readonly SqlExpression[] {
  if (where === null) return []
  return where.kind === 'all' ? where.of : [where]
}

/** The key of a condition on the source alone; its name stands before its columns if other tables are joined. */
function keyOf(condition: SqlExpression): string {
  return JSON.stringify(condition, (key, value: unknown) => (key === 'of' && typeof value === 'string' ? null : value))
}

type SqlColumn = Extract<SqlExpression, { kind: 'column' }>

function columnsIn(tree: SqlSelect | SqlExpression): readonly SqlColumn[] {
  return nodesIn(tree).filter((node): node is SqlColumn => node.kind === 'column')
}

/** Rows that are kept past midnight would be those of yesterday. */
function readsClock(tree: SqlExpression): boolean {
  return nodesIn(tree).some((node) => node.kind === 'keyword' && node.word === 'CURRENT_DATE')
}

/** Statements are trees of plain objects; those with a kind are expressions, or joins. */
function nodesIn(tree: unknown): readonly (SqlExpression | SqlSelect['joins'][number])[] {
  if (typeof tree !== 'object' || tree === null) return []
  const within = Object.values(tree).flatMap(nodesIn)
  return 'kind' in tree ? [tree as SqlExpression | SqlSelect['joins'][number], ...within] : within
}

/** Bytes that a value takes in memory, about; null for those without measure. */
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
      // Up to twelve bytes lie within the sixteen that every text takes.
      return 16 + Math.max(0, ...sample.map((text) => Buffer.byteLength(text)).filter((size) => size > 12))
    case 'json':
    case 'binary':
      return null
  }
}
