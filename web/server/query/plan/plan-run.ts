import { hash } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { isUnderRule } from '@tidemark/shared/access/row-rules'
import { isAllowed, requirePermission } from '@tidemark/shared/access/rules'
import { grainsOfAnswer, signsOfAnswer } from '@tidemark/shared/builder/answer-signs'
import { compilePivot, type PivotQuestion } from '@tidemark/shared/builder/compile/compile-pivot'
import { compileProfile } from '@tidemark/shared/builder/compile/compile-profile'
import { compileNarrowed } from '@tidemark/shared/builder/compile/compile-question'
import { compileRowsBehind } from '@tidemark/shared/builder/compile/compile-rows-behind'
import { compileModels } from '@tidemark/shared/builder/models/compile-models'
import { queryOf, questionsOf, tablesOf, type ModelLookup } from '@tidemark/shared/builder/models/model'
import { resolveModels, type ResolvedModel } from '@tidemark/shared/builder/models/resolve-models'
import { mustNotReadRuledData } from '@tidemark/shared/row-rules/rules-for'
import { compareQuestion } from '@tidemark/shared/builder/compare-question'
import { dayOf } from '@tidemark/shared/base/calendar-day'
import { wallOf } from '@tidemark/shared/charts/plot/time/zoned-time'
import { outputNames } from '@tidemark/shared/builder/part-labels'
import { printSql } from '@tidemark/shared/builder/compile/print-sql'
import type { SqlSelect } from '@tidemark/shared/builder/compile/sql-node'
import {
  emptyQuestion,
  isTimeGrain,
  ungrouped,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionTable,
  type TimeGrain,
} from '@tidemark/shared/builder/question'
import { chartIdSchema, chartPrefix, type Chart } from '@tidemark/shared/charts/chart'
import { colorByOf, compareOf, drawnPartOf } from '@tidemark/shared/charts/chart-points'
import { modelsBehind, modelsIn } from '@tidemark/shared/charts/chart-models'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { connectionIdSchema, type Connection } from '@tidemark/shared/connections/connection'
import { builderDialectOf } from '@tidemark/shared/connections/connection-dialect'
import { maxBytesOf, type ConnectionLimits } from '@tidemark/shared/connections/connection-limits'
import { syntaxOf } from '@tidemark/shared/connections/connection-syntax'
import { getConnection, getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { dataStampOf } from '@tidemark/shared/data-versions/data-stamp'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets, listDeletedDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { mayUseDataset, namedTables } from '@tidemark/shared/datasets/dataset-rights'
import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import type { Compared } from '@tidemark/shared/builder/comparison'
import type { ColorBy } from '@tidemark/shared/query/category-hues'
import { bindTemplate, positionAtIndex, type BoundTemplate } from '@tidemark/shared/query/bind-template'
import {
  gridMaxRows,
  localConnectionId,
  mostDrawnRows,
  type AnswerOrigins,
  type Query,
  type RunItem,
  type SqlQuery,
} from '@tidemark/shared/query/run-query'
import type { PivotTotals } from '@tidemark/shared/query/points'
import { type NumberSign, type SignedColumn } from '@tidemark/shared/query/number-sign'
import { withoutEnd } from '@tidemark/shared/query/sql-limits'
import { endsInLimit } from '@tidemark/shared/query/ends-in-limit'
import type { DrawnPivot } from '@tidemark/shared/query/points'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { filteredColumnsOfChart } from '@tidemark/shared/filters/filter-queries'
import { selectableColumnsOfChart } from '@tidemark/shared/filters/selectable-columns'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { stageNarrowings, stagePlaces } from '@tidemark/shared/builder/stages/stage-places'
import { originsOfSql, signsOfOrigins, type ColumnOrigin } from '@tidemark/shared/query/sql-origins'
import { duckdbSyntax, type SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { parseSqlTemplate, type SqlTemplate } from '@tidemark/shared/query/sql-template'
import { isTimeZone } from '@tidemark/shared/workspaces/workspace'
import { questionInView } from '@tidemark/shared/metrics/metrics-in-question'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { EngineCatalog, EngineQuery, RunnableQuery, StatementFrame } from '@/server/engine/process/engine-messages'
import type { SnapshotView } from '@/server/sync/sync-service'
import { selectOfTables, showsTables, tableOfShowColumns } from '@/server/engine/sql/telling-statements'
import { choicesFrame, choicesQuestion, filtersOfItem, mostChoices } from './filter-choices'
import { overOwnRows, queryOfChart } from './own-rows'
import type { PointsPlan } from '../points/points-run'
import { wallClockText } from '@tidemark/shared/charts/plot/time/wall-clock-text'

/** The plan of one item of a request for one actor. */
export interface RunPlan {
  /** The workspace of the connection. */
  readonly orgId: string
  readonly connectionId: string
  /** Where the query is sent; null for the embedded engine. */
  readonly connection: Connection | null
  /** The datasets that the query can read. */
  readonly data: readonly Dataset[]
  /** Identifies the rows that rules leave to the actor; empty where none holds. */
  readonly ownRows: string
  /** True if it names a table of which some columns are kept from the actor. */
  readonly isOverPart: boolean
  readonly query: RunnableQuery
  readonly points: PointsPlan | null
  /** Identifies the answer; equal keys have equal answers while these are fresh. */
  readonly key: string
  /** The text as written, or compiled from a question; `query.sql` has placeholders instead of parameters. */
  readonly sql: string
  /** Converts a position in `query.sql` to one in `sql`. */
  readonly positionOf: (position: Position) => Position
  /** Columns whose filters are conditions of the statement itself. */
  readonly filteredWithin: readonly string[]
  /** True if the statement's own limit applies before the filters of `query`. */
  readonly isLimited: boolean
  /** True if the actor may see the SQL and errors that quote it. */
  readonly maySeeSql: boolean
  /** Number signs of the answer's columns, by name. */
  readonly signs: Readonly<Record<string, NumberSign>>
  /** The columns that those of an answer in SQL come from, by name. */
  readonly origins: AnswerOrigins
  /** The time grains of grouped columns, by name. */
  readonly grains: Readonly<Record<string, TimeGrain>>
  /** The totals that the answer has for a pivot. */
  readonly totals: PivotTotals | null
  /** How the answer holds what it is compared with. */
  readonly compared: Compared | null
  /** The column whose values need hues. */
  readonly colorBy: ColorBy | null
  /** The dataset read by a question that groups rows, otherwise null. */
  readonly reading: DatasetReading | null
  /**
   * Returns the query for a question on all columns of its table restricted to the given tables' columns; null if that
   * makes no difference.
   */
  readonly overReadable: (tables: readonly DatabaseTable[]) => RunnableQuery | null
}

/**
 * Returns the datasets that the query can read: those that the actor may use at the level that it needs, which for a
 * saved chart is to see its results. Of an editor's charts these must be tables that it names, as the check of who may
 * write it found them.
 */
function usableDatasets(
  actor: Actor,
  seen: readonly Dataset[],
  { query: asked }: RunItem,
  query: Query,
  models: readonly Query[],
): readonly Dataset[] {
  const isNamed = namedTables(query, models)
  const hasSql = [query, ...models].some(({ kind }) => kind === 'sql')
  // A text in SQL finds no table whose rows it would read past their rule.
  const isRead = (name: string) => !hasSql || (query.kind === 'builder' && isNamed(name))
  const open = seen.filter(({ rowRule, tableName }) => !isUnderRule(actor, rowRule) || isRead(tableName))
  // A separate set of tables for each chart would cost a database each.
  if (asked === undefined && !isAllowed(actor, { do: 'edit-content' })) return open
  if (asked !== undefined) return open.filter((dataset) => mayUseDataset(actor, dataset, query.kind))
  return open.filter((dataset) => mayUseDataset(actor, dataset, query.kind) || isNamed(dataset.tableName))
}

function isOverPart(query: Query, models: readonly Query[], datasets: readonly Dataset[]): boolean {
  const partial = datasets.filter((dataset) => dataset.isPartial)
  return partial.length > 0 && partial.map(({ tableName }) => tableName).some(namedTables(query, models))
}

/** Returns what tells apart the data of people who see different tables or columns. */
function closedPartOf(datasets: readonly Dataset[]): readonly unknown[] {
  return datasets.flatMap(({ id, folderId, access, isPartial, columns }) =>
    folderId === null && access === null && !isPartial
      ? []
      : [[id, isPartial ? columns.map(({ name }) => name) : null]],
  )
}

/**
 * Returns true if the actor may use less of the workspace's data than when a query was planned: a table is gone, or
 * columns of it, or a rule leaves other rows.
 */
export function hasLostData(before: RunPlan, now: RunPlan): boolean {
  if (now.ownRows !== '' && now.ownRows !== before.ownRows) return true
  const present = new Map(now.data.map(({ id, columns }) => [id, new Set(columns.map(({ name }) => name))]))
  return before.data.some(({ id, columns, versionId }) => {
    const left = present.get(id)
    const isSameFile = now.data.some((one) => one.id === id && one.versionId === versionId)
    return left === undefined || (isSameFile && columns.some(({ name }) => !left.has(name)))
  })
}

export function lostData(): TidemarkError {
  return new TidemarkError('forbidden', { detail: 'You do not have access to this data any more.' })
}

/** The statement of `query` as a tree, and the dataset that it reads. */
export interface DatasetReading {
  readonly select: SqlSelect
  readonly dataset: Dataset
}

/** Returns the path of a dataset version's Parquet file. */
export type DataPath = (datasetId: Dataset['id'], versionId: string) => string

const planPrefixes = [
  'chart/',
  'connection/',
  'data-version/',
  'dataset/',
  'metric/',
  'segment/',
  'workspace/',
] as const
const filterPrefixes = ['dashboard/', 'filter/', 'tile/'] as const

/** Returns the prefixes of the entries that planning these items reads. */
export function prefixesOf(items: readonly RunItem[]): readonly string[] {
  return items.some(asksForColumns) ? [...planPrefixes, ...filterPrefixes] : planPrefixes
}

/** Returns true if an item asks for its answer rather than for values, rows or a profile. */
function asksForItsAnswer({ valuesOf, rowsOf, profileOf }: RunItem): boolean {
  return valuesOf === undefined && rowsOf === undefined && profileOf === undefined
}

function asksForColumns({ chartId, filters = [], valuesOf }: RunItem): boolean {
  return chartId !== undefined && (filters.length > 0 || valuesOf !== undefined)
}

/**
 * Plans an item: a saved chart by its id, or SQL or a question given by an actor who may ask it.
 *
 * Fails with `not-found`, `forbidden`, `connection-not-found`, `query-parameter`, `query-incomplete` or
 * `query-unknown-name`.
 */
export function planRun(
  actor: Actor,
  { view, withheldCharts }: Pick<SnapshotView, 'view' | 'withheldCharts'>,
  given: RunItem,
  dataPath: DataPath,
): RunPlan {
  const { query: written, chart } = mustGetQuery(actor, view, given)
  const asked = written.kind === 'sql' ? written : mustFindDefinitions(written, view)
  const connection = asked.connectionId === localConnectionId ? null : mustGetConnection(view, asked.connectionId)
  const seen = connection === null ? listDatasets(view) : []
  const modelsRead = asked.kind === 'sql' ? [] : modelsBehind(modelsIn(view), asked.question)
  const behind = modelsRead.map(queryOf)
  mustNotReadRuledData(actor, view, asked, modelsRead)
  const datasets = usableDatasets(actor, seen, given, asked, behind)
  // The people who may see the text are the same who may ask other queries.
  const mayAsk =
    isAllowed(actor, { do: 'run', target: getRunTarget(view, asked.connectionId), level: asked.kind }) &&
    datasets.every((dataset) => mayUseDataset(actor, dataset, asked.kind)) &&
    !(given.chartId !== undefined && withheldCharts.has(`${chartPrefix}${given.chartId}`))
  if (!mayAsk && given.rowsOf !== undefined)
    throw new TidemarkError('forbidden', { detail: 'The rows behind a chart are for those who may ask its question.' })
  if (!mayAsk && given.profileOf !== undefined)
    throw new TidemarkError('forbidden', { detail: 'What a column holds is for those who may ask for it.' })
  if (!mayAsk) mustBeFilteredByDashboard(view, given)
  const own = overOwnRows(actor, view, asked)
  const models = own.query.kind === 'sql' ? [] : mustResolveModels(own.lookup, own.query, datasets)
  const timeZone = timeZoneOf(view, given, chart)
  const { query, item, compared } = withComparison(own.query, given, chart, {
    today: dayOf(new Date(wallOf(Date.now(), timeZone))),
    weekStart: getWorkspace(view)?.weekStart ?? 1,
  })
  const compile = (made: BuilderQuery, over: readonly ResolvedModel[]) =>
    mustCompile(made, item, connection, {
      models: over,
      sourceColumns: mayAsk ? columnsOfSource(made.question, over, datasets) : null,
      pivot: pivotOfItem(item, mayAsk ? null : chart),
      weekStart: getWorkspace(view)?.weekStart ?? 1,
      timeZone,
    })
  const bound: PlannedText = query.kind === 'sql' ? boundSql(query, item, connection, datasets) : compile(query, models)
  const points = asksForItsAnswer(item) ? pointsOf(item, query, chart) : null
  const limits = connection?.limits ?? {}
  const origins = tracedOrigins(query, item, bound.text, datasets)
  const engineQuery: EngineQuery = {
    catalog: {
      trashed: connection === null ? listDeletedDatasets(view).map((dataset) => dataset.tableName) : [],
      ...catalogOf(datasets, dataPath),
    },
    timeZone,
    sql: bound.text,
    params: bound.params,
    filters: bound.filters,
    rowLimit:
      item.valuesOf === undefined
        ? { ...rowLimitOf(item, chart, points, limits), ...(isCutWithin(item, query) ? { isProbe: true } : {}) }
        : { rows: mostChoices, reason: 'rows', isProbe: true },
    maxBytes: maxBytesOf(limits),
    ...(bound.frame === undefined ? {} : { frame: bound.frame }),
    ...(query.kind === 'builder' ? { isMade: true } : {}),
  }
  return {
    orgId: actor.orgId,
    connectionId: query.connectionId,
    connection,
    data: datasets,
    ownRows: own.ownRows,
    isOverPart: isOverPart(asked, behind, datasets),
    query: engineQuery,
    points,
    key: answerKey(actor, [query.connectionId, dataStampOf(view, asked), closedPartOf(datasets)], engineQuery, points),
    sql: query.kind === 'sql' ? query.sql : bound.text,
    positionOf: bound.positionOf,
    filteredWithin: [...bound.filteredWithin, ...takenFilters(given, item)],
    isLimited: bound.isLimited,
    maySeeSql:
      mayAsk && modelsRead.every(({ kind, id }) => kind !== 'sql' || !withheldCharts.has(`${chartPrefix}${id}`)),
    signs: answerSigns(query, item, origins, models, datasets),
    origins: answerOrigins(origins, datasets),
    grains: query.kind === 'builder' && asksForItsAnswer(item) ? grainsOfAnswer(lastStage(query.question), models) : {},
    totals: bound.totals ?? null,
    compared,
    colorBy: item.colorBy ?? (chart === undefined || !asksForItsAnswer(item) ? null : colorByOf(chart.visual)),
    reading:
      bound.grouping === null || query.kind === 'sql' || models.length > 0
        ? null
        : readingOf(query, bound.grouping, datasets),
    overReadable: (tables) => {
      if (query.kind === 'sql') return null
      const readable = <One extends { readonly question: Question }>(one: One): One => ({
        ...one,
        question: withReadable(one.question, tables),
      })
      const over = models.map((model) => (model.kind === 'sql' ? model : readable(model)))
      const { text: sql, params, filters, frame } = compile(readable(query), over)
      return sql === engineQuery.sql ? null : { ...engineQuery, sql, params, filters, ...(frame && { frame }) }
    },
  }
}

/** Widens what is asked to the days that a chart compares with. Who may see its answer alone chooses no other days. */
function withComparison(
  query: Query,
  item: RunItem,
  chart: Chart | undefined,
  calendar: Parameters<typeof compareQuestion>[3],
): { readonly query: Query; readonly item: RunItem; readonly compared: Compared | null } {
  const wished = chart === undefined ? (item.compare ?? null) : compareOf(chart.visual)
  if (wished === null || item.compare === undefined || !asksForItsAnswer(item)) return { query, item, compared: null }
  if (query.kind === 'sql')
    return { query, item, compared: { refusal: 'only questions of the builder can ask for earlier days, not SQL' } }
  const { question, filters, compared } = compareQuestion(query.question, item.filters ?? [], wished, calendar)
  return { query: { ...query, question }, item: { ...item, filters: [...filters] }, compared }
}

/** Returns the columns of filters that became part of the question. */
function takenFilters({ filters: given = [] }: RunItem, { filters: left = [] }: RunItem): readonly string[] {
  return [...new Set(given.filter((filter) => !left.includes(filter)).map(({ column }) => column))]
}

/**
 * Checks that an actor who may see only a chart's answer filters it just by columns that dashboards they can see
 * filter, or that marks of the charts beside it stand for. Fails with `forbidden`.
 */
function mustBeFilteredByDashboard(view: EntryView, item: RunItem): void {
  if (item.chartId === undefined || !asksForColumns(item)) return
  const id = chartIdSchema.parse(item.chartId)
  const columns = filteredColumnsOfChart(view, id)
  const { filters = [], valuesOf } = item
  const others = filters.filter(({ column }) => !columns.has(column))
  const selectable = others.length === 0 ? columns : selectableColumnsOfChart(view, id)
  const other =
    others.find(({ column }) => !selectable.has(column)) ??
    (valuesOf === undefined || columns.has(valuesOf.column) ? undefined : valuesOf)
  if (other !== undefined)
    throw new TidemarkError('forbidden', { detail: `No dashboard filters this chart by “${other.column}”.` })
}

/**
 * Traces the columns of an answer in SQL to those of datasets, by their tables' names. Only of what the engine reads: no
 * column of another database is known here.
 */
function tracedOrigins(
  query: Query,
  item: RunItem,
  text: string,
  datasets: readonly Dataset[],
): Readonly<Record<string, ColumnOrigin>> {
  if (query.kind !== 'sql' || datasets.length === 0 || item.valuesOf !== undefined || item.profileOf !== undefined)
    return {}
  const byTable = new Map(datasets.map((dataset) => [dataset.tableName, dataset]))
  return originsOfSql(text, duckdbSyntax, (table) => byTable.get(table)?.columns)
}

/**
 * Returns the number signs of the answer's columns. The rows behind a mark have the columns of the question's source.
 */
function answerSigns(
  query: Query,
  item: RunItem,
  origins: Readonly<Record<string, ColumnOrigin>>,
  models: readonly ResolvedModel[],
  datasets: readonly Dataset[],
): RunPlan['signs'] {
  const columnsOf = (table: string) => datasets.find(({ tableName }) => tableName === table)?.columns
  if (item.valuesOf !== undefined || item.profileOf !== undefined) return {}
  if (query.kind === 'sql') return signsOfOrigins(origins, columnsOf)
  const question = lastStage(query.question)
  const isOfRows = item.rowsOf !== undefined && question.groups.length + question.measures.length > 0
  return signsOfAnswer(isOfRows ? ungrouped(question) : question, ({ name, model }) =>
    model === undefined ? (columnsOf(name) ?? []) : (models.find(({ id }) => id === model)?.columns ?? []),
  )
}

function answerOrigins(origins: Readonly<Record<string, ColumnOrigin>>, datasets: readonly Dataset[]): AnswerOrigins {
  const idsByTable = new Map(datasets.map(({ tableName, id }) => [tableName, id]))
  return Object.fromEntries(
    Object.entries(origins).flatMap(([name, origin]) => {
      const id = idsByTable.get(origin.table)
      return id === undefined ? [] : [[name, { ...origin, table: id }]]
    }),
  )
}

/** Restricts the question to the readable columns of its table, if that is among the given ones. */
function withReadable(question: Question, tables: readonly DatabaseTable[]): Question {
  const { source } = question
  const table = tables.find(({ schema, name }) => source?.schema === schema && source.name === name)
  if (source === null || source.model !== undefined || table === undefined) return question
  return { ...question, source: { ...source, columns: table.columns.map(({ name }) => name) } }
}

function readingOf({ question }: BuilderQuery, select: SqlSelect, datasets: readonly Dataset[]): DatasetReading | null {
  const dataset = datasets.find(({ tableName }) => tableName === question.source?.name)
  return dataset === undefined ? null : { select, dataset }
}

function mustGetQuery(
  actor: Actor,
  view: EntryView,
  item: RunItem,
): { readonly query: Query; readonly chart: Chart | undefined } {
  const { query, chart } = mustGetAskedQuery(actor, view, item)
  return item.choicesOf === undefined
    ? { query, chart }
    : { query: mustGetChoices(query, item.choicesOf), chart: undefined }
}

/** Returns the question with its metrics and segments as they are defined now. Fails with `query-incomplete` for one that the actor does not see. */
function mustFindDefinitions(query: BuilderQuery, view: EntryView): BuilderQuery {
  const found = questionInView(view, query)
  if (!found.ok) throw new TidemarkError('query-incomplete', { detail: found.error[0]?.message })
  return { ...query, question: found.value }
}

/** Returns the query that offers a parameter's values. Only its own text is used, without parameters. */
function mustGetChoices(query: Query, name: string): SqlQuery {
  const parameters = query.kind === 'sql' ? (query.parameters ?? []) : []
  const parameter = parameters.find((candidate) => candidate.name === name)
  if (parameter?.type !== 'query')
    throw new TidemarkError('query-parameter', { detail: `No query offers values of “${name}”.` })
  return { kind: 'sql', connectionId: query.connectionId, sql: parameter.sql }
}

function mustGetAskedQuery(
  actor: Actor,
  view: EntryView,
  item: RunItem,
): { readonly query: Query; readonly chart: Chart | undefined } {
  if (item.query !== undefined) {
    const { kind, connectionId } = item.query
    requirePermission(actor, { do: 'run', target: getRunTarget(view, connectionId), level: kind })
    return { query: item.query, chart: undefined }
  }
  const chart = getChart(view, chartIdSchema.parse(item.chartId))
  if (chart === undefined || chart.deletedAt !== null)
    throw new TidemarkError('not-found', { detail: `chart ${item.chartId}` })
  requirePermission(actor, { do: 'run', target: getRunTarget(view, chart.query.connectionId), level: 'results' })
  return { query: queryOfChart(actor, chart), chart }
}

/**
 * A statement ready for its database. filters: those that must still be put around it. grouping: the statement's tree
 * if the question groups rows.
 */
interface PlannedText extends BoundTemplate {
  readonly grouping: SqlSelect | null
  readonly filters: readonly ResultFilter[]
  readonly filteredWithin: readonly string[]
  readonly isLimited: boolean
  readonly frame?: StatementFrame | undefined
  readonly totals?: PivotTotals | undefined
}

function boundSql(
  query: SqlQuery,
  item: RunItem,
  connection: Connection | null,
  datasets: readonly Dataset[],
): PlannedText {
  if (item.profileOf !== undefined)
    throw new TidemarkError('query-incomplete', { detail: 'Columns of SQL have no profile: ask for those of a table.' })
  const syntax = syntaxOf(connection)
  const filters = [...filtersOfItem(item), ...(item.rowsOf ?? [])]
  // First, because it keeps the text within its limits.
  const bound = bindParameters(query, item, syntax)
  const isLimited = filters.length > 0 && endsInLimit(query.sql, syntax)
  const frame = item.valuesOf && choicesFrame(item.valuesOf, connection)
  const made = connection === null ? madeTelling(query.sql, datasets) : null
  return { filters, filteredWithin: [], isLimited, frame, grouping: null, ...bound, text: made ?? bound.text }
}

/** Returns what runs instead of `SHOW TABLES` or `SHOW COLUMNS` of a workspace's data; null for any other text. */
function madeTelling(sql: string, datasets: readonly Dataset[]): string | null {
  if (showsTables(sql)) return selectOfTables(datasets.map(({ tableName }) => tableName))
  const described = tableOfShowColumns(sql)
  return described === null ? null : `DESCRIBE ${described}`
}

/** Binds the parameters. Fails with `query-parameter` or `query-syntax`, at the position in the text as written. */
function bindParameters(query: SqlQuery, item: RunItem, syntax: SqlSyntax): BoundTemplate {
  const template = mustParseTemplate(query.sql, syntax)
  const values = item.choicesOf === undefined ? (item.parameters ?? {}) : {}
  const bound = bindTemplate(template, query.parameters ?? [], values, new Set(Object.keys(query.params ?? {})))
  return { ...bound, params: { ...query.params, ...bound.params } }
}

/**
 * Returns the models that a question reads, each after those that it reads, as far as the actor sees them. Fails with
 * `model-unusable`.
 */
function mustResolveModels(
  lookup: ModelLookup,
  query: BuilderQuery,
  datasets: readonly Dataset[],
): readonly ResolvedModel[] {
  const columnsOf = ({ schema, name }: QuestionTable) =>
    datasets
      .find(({ tableName }) => schema === null && tableName === name)
      ?.columns.map((column) => ({ ...column, references: null }))
  const resolved = resolveModels(query, lookup, columnsOf)
  if (!resolved.ok) throw new TidemarkError('model-unusable', { detail: resolved.error[0]?.message })
  return resolved.value
}

/**
 * Compiles a question. Fails with `query-incomplete`, or with `query-unknown-name` for a table that the actor cannot
 * use.
 */
function mustCompile(
  { question: made }: BuilderQuery,
  item: RunItem,
  connection: Connection | null,
  {
    models,
    weekStart,
    timeZone,
    sourceColumns,
    pivot,
  }: {
    readonly models: readonly ResolvedModel[]
    readonly pivot: DrawnPivot | null
    readonly weekStart: number
    readonly timeZone: string
    readonly sourceColumns: readonly Omit<QuestionColumn, 'join'>[] | null
  },
): PlannedText {
  const [unknown] = Object.keys(item.parameters ?? {})
  if (unknown !== undefined)
    throw new TidemarkError('query-parameter', { detail: `There is no parameter “${unknown}” here.` })
  for (const { table } of [made, ...questionsOf(models)].flatMap(tablesOf))
    if (table.model === undefined) mustBeOwnTable(table, connection)
  const dialect = builderDialectOf(connection, timeZone)
  const placed = stageNarrowings(made, models, {
    filters: filtersOfItem(item),
    sourceColumns,
    onTheWall: (text: string) => wallClockText(text, timeZone),
  })
  const wanted = item.valuesOf && stagePlaces(made, sourceColumns, false)(item.valuesOf.column)
  const narrowing = placed.find(({ stage }) => stage === wanted?.stage) ?? placed.at(-1)
  if (narrowing === undefined) throw new Error('a question has a step')
  const { question } = narrowing.stage
  const valuesOf = item.valuesOf && wanted && { ...item.valuesOf, column: wanted.column }
  const choices = valuesOf && narrowing.sourceColumns && choicesQuestion(question, valuesOf, narrowing.sourceColumns)
  const asked = choices ?? question
  const most = item.maxRows === undefined ? null : item.maxRows + 1
  const steps = models.length === 0 ? undefined : compileModels(made, models, { dialect, weekStart }, placed)
  if (steps?.ok === false) throw new TidemarkError('query-incomplete', { detail: steps.error[0]?.message })
  const options = { dialect, weekStart, models: steps?.value }
  const pivoted = pivot && compilePivot(question, options, narrowing, pivot)
  const isBeside = item.rowsOf !== undefined || item.profileOf !== undefined
  const compiled =
    pivoted ??
    (item.profileOf !== undefined
      ? compileProfile(question, item.profileOf, options, narrowing)
      : item.rowsOf === undefined
        ? compileNarrowed(asked, options, narrowing)
        : compileRowsBehind(asked, options, { ...narrowing, mark: item.rowsOf, counted: item.counted, most }))
  if (!compiled.ok) throw new TidemarkError('query-incomplete', { detail: compiled.error[0]?.message })
  const { select, applied } = compiled.value
  const left = steps?.value.rest ?? []
  const rest = [...compiled.value.rest, ...left]
  const within = placed.flatMap((one) => (one === narrowing ? [] : one.given))
  const { sql, params } = printSql(select, dialect, 'bound')
  return {
    text: sql,
    params,
    positionOf: (position) => position,
    filters: rest,
    filteredWithin: [...applied, ...within.filter((name) => left.every(({ column }) => column !== name))],
    isLimited: rest.length > 0 && question.limit !== null,
    frame: valuesOf && !choices?.groups.length ? choicesFrame(valuesOf, connection) : undefined,
    ...(pivot !== null && pivoted?.ok ? { totals: totalsOf(pivot, pivoted.value, question) } : {}),
    grouping: isBeside || asked.groups.length + asked.measures.length === 0 ? null : select,
  }
}

/**
 * Returns the pivot that an answer is for; null for none. only: the chart whose own pivot alone may be asked for, by
 * people who see just its answer: any other would tell them of groups that the answer leaves out.
 */
function pivotOfItem(item: RunItem, only: Chart | null | undefined): DrawnPivot | null {
  const { draw } = item
  if (draw?.mark !== 'pivot' || !asksForItsAnswer(item)) return null
  const own = only === null || only === undefined ? null : drawnPartOf(only.visual)
  return only === null || JSON.stringify(own) === JSON.stringify(draw) ? draw : null
}

function totalsOf(of: DrawnPivot, { levels, isOfMore }: PivotQuestion, { limit }: Question): PivotTotals {
  const isTable = of.rows.length + of.columns.length === 0 && (of.groups ?? []).length === 0
  return { of, column: levels, ...(isOfMore ? { isOfMore } : {}), ...(limit === null || isTable ? {} : { limit }) }
}

/**
 * Returns the columns of the question's source; none for an external database, whose schema would have to be queried.
 */
function columnsOfSource(
  { source }: Question,
  models: readonly ResolvedModel[],
  datasets: readonly Dataset[],
): readonly (Omit<QuestionColumn, 'join'> & SignedColumn)[] {
  if (source?.model !== undefined) return models.find(({ id }) => id === source.model)?.columns ?? []
  return datasets.find(({ tableName }) => tableName === source?.name)?.columns ?? []
}

/** Requires that a table is one that the schema lists, not one of the database's own catalogue or of another schema. */
function mustBeOwnTable({ schema, name }: QuestionTable, connection: Connection | null): void {
  const isOwn =
    connection === null
      ? schema === null
      : schema !== null &&
        isOwnSchema(connection, schema) &&
        !(connection.kind === 'sqlite' && name.startsWith('sqlite_'))
  if (isOwn) return
  const path = schema === null ? name : `${schema}.${name}`
  throw new TidemarkError('query-unknown-name', { detail: `The builder cannot read “${path}”.` })
}

function isOwnSchema(connection: Connection, schema: string): boolean {
  if (connection.kind === 'postgres') return !/^(pg_|information_schema$)/i.test(schema)
  return schema === (connection.kind === 'sqlite' ? 'main' : connection.database)
}

function mustParseTemplate(sql: string, syntax: SqlSyntax): SqlTemplate {
  const parsed = parseSqlTemplate(sql, syntax)
  if (parsed.ok) return parsed.value
  const { code, detail, index } = parsed.error
  throw new TidemarkError(code, { detail, position: positionAtIndex(sql, index) })
}

function mustGetConnection(view: EntryView, id: string): Connection {
  const connectionId = connectionIdSchema.safeParse(id)
  const connection = connectionId.success ? getConnection(view, connectionId.data) : undefined
  if (connection === undefined) throw new TidemarkError('connection-not-found')
  if (connection.deletedAt !== null)
    throw new TidemarkError('connection-not-found', { detail: `“${connection.name}” is in the trash.` })
  return connection
}

function timeZoneOf(view: EntryView, item: RunItem, chart: Chart | undefined): string {
  const timeZone = item.timeZone ?? chart?.visual.timeZone ?? getWorkspace(view)?.timeZone ?? 'UTC'
  if (!isTimeZone(timeZone)) throw new TidemarkError('query-parameter', { detail: `Unknown time zone: ${timeZone}.` })
  return timeZone
}

/**
 * Returns true if the statement itself limits the rows behind a mark, so that no database sorts or counts all of them
 * for the first few.
 */
function isCutWithin({ rowsOf, maxRows }: RunItem, query: Query): boolean {
  const { groups, measures } = query.kind === 'builder' ? lastStage(query.question) : emptyQuestion
  return rowsOf !== undefined && maxRows !== undefined && groups.length + measures.length > 0
}

/**
 * Returns how the result is thinned for drawing. The request's drawing takes precedence over the saved chart's, which
 * may be being edited.
 */
function pointsOf({ maxPoints, draw }: RunItem, query: Query, chart: Chart | undefined): PointsPlan | null {
  const drawn = draw ?? (chart === undefined ? null : drawnPartOf(chart.visual))
  return drawn === null || drawn.mark === 'pivot' || maxPoints === undefined
    ? null
    : { draw: drawn, maxPoints, isApart: isApart(query, drawn) }
}

/** Returns true if the question gives one row per time span and drawn series. */
function isApart(query: Query, drawn: PointsPlan['draw']): boolean {
  if (query.kind === 'sql' || drawn.mark !== 'line') return false
  const shown = lastStage(query.question)
  const { groups } = shown
  const names = outputNames(shown)
  const isDrawnBy = (name: string | undefined) => name === drawn.x || name === drawn.color
  return (
    groups.every((_, index) => isDrawnBy(names[index])) &&
    groups.some(({ grain }, index) => isTimeGrain(grain) && names[index] === drawn.x)
  )
}

function rowLimitOf(
  { maxRows = gridMaxRows, maxPoints, draw }: RunItem,
  chart: Chart | undefined,
  points: PointsPlan | null,
  limits: ConnectionLimits,
): EngineQuery['rowLimit'] {
  const isGrid =
    points === null &&
    (chart === undefined || chart.visual.type === 'table' || chart.visual.type === 'pivot' || draw?.mark === 'pivot')
  const rows = Math.min(maxRows, isGrid ? gridMaxRows : mostDrawnRows(points?.draw ?? null), limits.rows ?? gridMaxRows)
  return points === null && maxPoints !== undefined && maxPoints < rows
    ? { rows: maxPoints, reason: 'points' }
    : { rows, reason: 'rows' }
}

function catalogOf(datasets: readonly Dataset[], dataPath: DataPath): EngineCatalog {
  const tables = datasets.map(({ id, versionId, tableName, columns, isPartial }) => ({
    name: tableName,
    path: dataPath(id, versionId),
    ...(isPartial ? { columns: columns.map(({ name }) => name) } : {}),
  }))
  return { key: digest(tables), tables }
}

/**
 * Returns the cache key: a hash of the plan, its values, the version of the data, the time zone, the actor's grants, and
 * the data that not everybody has. Only datasets whose name occurs in the text count, so that an upload leaves other queries' answers valid.
 */
function answerKey(
  actor: Actor,
  source: readonly [connectionId: string, dataStamp: string, closedPart: readonly unknown[]],
  query: EngineQuery,
  points: PointsPlan | null,
): string {
  const sql = withoutEnd(query.sql.trim())
  const params = Object.entries(query.params).sort(([a], [b]) => (a < b ? -1 : 1))
  return digest([
    source,
    sql,
    params,
    query.filters,
    query.frame,
    query.timeZone,
    query.rowLimit,
    query.maxBytes,
    points,
    actor.orgId,
    actor.grants,
  ])
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 27)
}
