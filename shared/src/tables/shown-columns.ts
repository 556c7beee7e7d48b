import { isOfStage, nameInAnswer, stagesOf } from '../builder/stages/question-stages'
import { assertNever } from '../base/assert-never'
import { type Connection } from '../connections/connection'
import { findConnection } from '../connections/connection-queries'
import { syntaxOf } from '../connections/connection-syntax'
import { distinctLabels, groupLabel, measureLabel, outputNames } from '../builder/part-labels'
import {
  isAdditive,
  type Question,
  type QuestionColumn,
  type QuestionGroup,
  type QuestionMeasure,
  type QuestionTable,
} from '../builder/question'
import { originsOf, unitedColumns } from '../builder/unions/united-columns'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { metricIdSchema } from '../metrics/metric'
import { getMetric } from '../metrics/metric-queries'
import { originsOfSql, type ColumnOrigin } from '../query/sql-origins'
import type { NumberFormat, ShownColumn, ShownColumns } from '../query/number-format'
import { numberSignSchema, percentSign, type NumberSign } from '../query/number-sign'
import { listDatasets } from '../datasets/dataset-queries'
import { isWithheld, localConnectionId, type AnswerOrigins, type Query, type SqlQuery } from '../query/run-query'
import { getModelChart, modelColumnName } from './model-settings'
import { columnSettingsOf, getColumnSettings, sourceOfTable } from './table-queries'
import { type ColumnFields } from './column-fields'
import { columnSettingsKeyOf, columnSettingsPrefix, columnSettingsSchema, type ColumnSettings } from './table-settings'
import { tableIdOf, type ModelTable } from './table-source'

/** Returns the format that people gave a column; undefined if they gave none. */
export function formatOfColumn({
  style,
  decimals,
  currency,
  unit,
  unitPlace,
}: Pick<ColumnFields, 'style' | 'decimals' | 'currency' | 'unit' | 'unitPlace'>): NumberFormat | undefined {
  if (style === 'auto' && decimals === null && unit === '') return undefined
  return { style, decimals, currency, unit, ...(unitPlace === null ? {} : { unitPlace }) }
}

/** Returns the sign of numbers in a column's format, where only a sign can be said; undefined for none. */
export function signOfSettings({
  style,
  currency,
  unit,
}: Pick<ColumnFields, 'style' | 'currency' | 'unit'>): NumberSign | undefined {
  if (style === 'percent') return percentSign
  return numberSignSchema.safeParse(style === 'currency' ? currency : unit).data
}

/** Returns the settings of a column as they hold for the same column in an answer. */
export function shownColumn(settings: ColumnSettings | undefined): ShownColumn {
  if (settings === undefined) return {}
  const format = formatOfColumn(settings)
  return {
    ...(settings.label === '' ? {} : { label: settings.label }),
    ...(format === undefined ? {} : { format }),
    ...(settings.description === '' ? {} : { description: settings.description }),
    ...(settings.role === 'place' ? { isPlace: true } : {}),
  }
}

/**
 * Returns how the columns of a query's answer are shown, by name. Questions say where their columns come from; for SQL
 * the answer does (`origins`). undefined if none of them has settings. isRows: the answer is the rows behind a mark,
 * with the columns of the question's source. known: the models that were met on the way, each once.
 */
export function shownColumnsOf(
  view: EntryView,
  query: Query,
  origins: AnswerOrigins | undefined,
  { isRows = false, known = new Map() }: { readonly isRows?: boolean; readonly known?: ShownModels } = {},
): ShownColumns | undefined {
  const shown =
    query.kind === 'sql'
      ? shownOfOrigins(view, origins ?? originsInView(view, query))
      : shownOfQuestion(view, query.connectionId, query.question, isRows, known)
  const entries = shown.filter(([, column]) => Object.keys(column).length > 0)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

type Named = readonly [name: string, column: ShownColumn]

function shownOfOrigins(view: EntryView, origins: AnswerOrigins): Named[] {
  return Object.entries(origins).map(([name, origin]) => [name, shownOfOrigin(view, name, origin)])
}

/** A name that the query's author chose stays, and a sum is another thing than what is added up. */
function shownOfOrigin(view: EntryView, name: string, { table, column, isCalculated }: ColumnOrigin): ShownColumn {
  const { label, ...shown } = shownColumn(getFromView(view, columnSettingsSchema, columnSettingsKeyOf(table, column)))
  if (isCalculated) return shown.format === undefined ? {} : { format: shown.format }
  return label === undefined || name.toLowerCase() !== column.toLowerCase() ? shown : { ...shown, label }
}

/** Returns where the columns of SQL come from, as far as it is known without asking it. */
function originsInView(view: EntryView, query: SqlQuery): AnswerOrigins {
  if (query.connectionId !== localConnectionId) return originsOverConnection(view, query)
  if (isWithheld(query)) return {}
  const byTable = new Map(listDatasets(view).map((dataset) => [dataset.tableName, dataset]))
  const origins = Object.entries(originsOfSql(query.sql, syntaxOf(null), (table) => byTable.get(table)?.columns))
  return Object.fromEntries(
    origins.flatMap(([name, origin]) => {
      const id = byTable.get(origin.table)?.id
      return id === undefined ? [] : [[name, { ...origin, table: id }]]
    }),
  )
}

/**
 * Returns where the columns of SQL over a connection come from, as far as people described them: its answer does not
 * tell. A table without a schema is one of the schema that such a database searches by default.
 */
function originsOverConnection(view: EntryView, query: SqlQuery): AnswerOrigins {
  const connection = findConnection(view, query.connectionId)
  if (connection === undefined || isWithheld(query)) return {}
  const byTable = new Map<string, ColumnSettings[]>()
  const searched = defaultSchemaOf(connection)
  for (const column of listFromView(view, columnSettingsSchema, columnSettingsPrefix)) {
    const { source } = column
    if (source.kind !== 'connection' || source.connectionId !== connection.id) continue
    const path = `${source.schema ?? ''}.${source.table}`.toLowerCase()
    for (const name of source.schema === searched ? [path, source.table.toLowerCase()] : [path])
      byTable.set(name, [...(byTable.get(name) ?? []), column])
  }
  if (byTable.size === 0) return {}
  const origins = Object.entries(originsOfSql(query.sql, syntaxOf(connection), (table) => byTable.get(table), false))
  return Object.fromEntries(
    origins.flatMap(([name, { table, ...origin }]) => {
      const source = byTable.get(table)?.[0]?.source
      return source === undefined ? [] : [[name, { ...origin, table: tableIdOf(source) }]]
    }),
  )
}

function defaultSchemaOf(connection: Connection): string {
  switch (connection.kind) {
    case 'postgres':
      return 'public'
    case 'mysql':
    case 'clickhouse':
      return connection.database
    case 'sqlite':
      return 'main'
    default:
      return assertNever(connection)
  }
}

function shownOfQuestion(
  view: EntryView,
  connectionId: string,
  question: Question,
  isRows: boolean,
  known: ShownModels,
): Named[] {
  const stages = stagesOf(question)
  return stages.reduce<Named[]>((before, { question: of }, index) => {
    const previous = stages[index - 1]
    const names = new Map(before)
    const shownBefore = (column: Pick<QuestionColumn, 'name' | 'part'>) =>
      names.get(previous === undefined ? column.name : nameInAnswer(previous.question, column)) ?? {}
    const isLast = index === stages.length - 1
    return shownOfStage(view, connectionId, of, isRows && isLast, known, { all: before, of: shownBefore })
  }, [])
}

/** before: the columns of the step that it reads. */
function shownOfStage(
  view: EntryView,
  connectionId: string,
  question: Question,
  isRows: boolean,
  known: ShownModels,
  before: {
    readonly all: Named[]
    readonly of: (column: Pick<QuestionColumn, 'name' | 'part'>) => ShownColumn
  },
): Named[] {
  const { source, groups, measures, columns } = question
  const sourceOf = (table: QuestionTable | null | undefined) =>
    table ? sourceOfTable(view, connectionId, table) : undefined
  const isLater = source !== null && isOfStage(source)
  const shownOf = (column: Pick<QuestionColumn, 'join' | 'name' | 'part'>): ShownColumn => {
    // Where rows of several tables are one column, it is shown as that of the first.
    const [origin] = originsOf(question, column)
    if (origin === undefined) return {}
    if (isOfStage(origin.table)) return before.of(origin.column)
    const of = sourceOf(origin.table)
    if (of?.kind === 'model') return shownOfModel(view, of, known)(origin.column)
    return of === undefined ? {} : shownColumn(getColumnSettings(view, of, origin.column))
  }
  const isGrouped = groups.length + measures.length > 0
  if (isGrouped && !isRows) {
    const shown = [
      ...groups.map((group): ShownColumn => {
        const { label, ...said } = shownOf(group.column)
        const rest = { ...said, ...binOf(group), ...(group.top?.rest === 'other' ? { hasOthers: true as const } : {}) }
        if (group.label !== '' || label === undefined) return rest
        return { ...rest, label: groupLabel({ ...group, column: { ...group.column, name: label } }) }
      }),
      ...measures.map((measure) => shownMeasure(measure, shownOf, formatOfMetric(view, measure))),
    ]
    return outputNames(question).map((name, index) => [name, shown[index] ?? {}])
  }
  if (columns.length === 0 || isGrouped) {
    const united = unitedColumns(question)
    if (united !== null) return united.map((column) => [column.name, shownOf({ ...column, join: null })])
    if (isLater) return before.all
    const of = sourceOf(source)
    if (of === undefined) return []
    const described = columnSettingsOf(view, of)
    if (of.kind !== 'model') return [...described].map(([name, column]) => [name, shownColumn(column)])
    const shown = shownOfModel(view, of, known)
    const names = new Set([...Object.keys(shown.made), ...described.keys()])
    return [...names].map((name) => [name, shown({ name })])
  }
  const names = distinctLabels(columns.map(({ name }) => name))
  return columns.map((column, index) => [names[index] ?? column.name, shownOf(column)])
}

/** Returns how a column of a model is shown. made: its columns as what they are made of. */
type ShownModel = ((column: Pick<QuestionColumn, 'name' | 'part'>) => ShownColumn) & { readonly made: ShownColumns }
type ShownModels = Map<string, ShownModel>

/** Returns how the columns of a model are shown: as people say of it, else as what they are made of. */
function shownOfModel(view: EntryView, of: ModelTable, known: ShownModels): ShownModel {
  const found = known.get(of.id)
  if (found !== undefined) return found
  const chart = getModelChart(view, of)
  const shownWith = (made: ShownColumns): ShownModel => {
    const shown = (column: Pick<QuestionColumn, 'name' | 'part'>): ShownColumn => {
      const settings = getColumnSettings(view, of, column)
      const name = settings?.name ?? (chart && modelColumnName(chart, column.part ?? '')) ?? column.name
      return { ...(Object.hasOwn(made, name) ? made[name] : {}), ...shownColumn(settings) }
    }
    return Object.assign(shown, { made })
  }
  // Models that read one another have this alone of what they are made of.
  known.set(of.id, shownWith({}))
  const shown = shownWith((chart && shownColumnsOf(view, chart.query, undefined, { known })) ?? {})
  known.set(of.id, shown)
  return shown
}

function binOf({ bin, column: { type } }: QuestionGroup): Pick<ShownColumn, 'bin'> {
  if (bin === undefined) return {}
  const isWhole = (type === 'integer' || type === 'bigint') && !bin.width.includes('.')
  return { bin: { width: Number(bin.width), isWhole } }
}

/** Returns the format that a measure has as a metric; undefined if it has none. */
function formatOfMetric(view: EntryView, { metric }: QuestionMeasure): NumberFormat | undefined {
  const format = metric === undefined ? undefined : getMetric(view, metricIdSchema.parse(metric))?.format
  return format && formatOfColumn({ ...format, unitPlace: format.unitPlace ?? null })
}

/** metricFormat: of the metric that it is, which comes before that of its column. */
function shownMeasure(
  measure: QuestionMeasure,
  shownOf: (column: QuestionColumn) => ShownColumn,
  metricFormat: NumberFormat | undefined,
): ShownColumn {
  const { column, fn, label } = measure
  const said = column === null ? {} : shownOf(column)
  const isCount = fn === 'count' || fn === 'distinct'
  const format = metricFormat ?? (isCount ? undefined : said.format)
  return {
    ...(fn === 'sum' ? {} : { adds: isAdditive(fn) ? 'counts' : 'nothing' }),
    ...(format === undefined || measure.show === 'share' ? {} : { format }),
    ...(column === null || said.label === undefined || label !== ''
      ? {}
      : { label: measureLabel({ ...measure, column: { ...column, name: said.label } }) }),
  }
}
