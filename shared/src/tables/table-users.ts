import { columnsOfExpressions } from '../builder/question-expressions'
import { stagesOf } from '../builder/stages/question-stages'
import { isSameTable } from '../builder/same-table'
import { columnsInUnions } from '../builder/unions/united-columns'
import { conditionsIn, type Question, type QuestionColumn, type QuestionTable } from '../builder/question'
import type { Chart } from '../charts/chart'
import { listCharts } from '../charts/chart-queries'
import { tileSchema, type Dashboard } from '../dashboards/dashboard'
import { listDashboards } from '../dashboards/dashboard-queries'
import { listFromView, type EntryView } from '../entries/entry-tx'

/** A table as questions and SQL name it. columns: the names it has. */
export interface AskedTable {
  readonly connectionId: string
  readonly table: QuestionTable
  readonly columns: readonly string[]
}

/** A chart that uses something, and the dashboards that show it. */
export interface ChartUser {
  readonly chart: Chart
  readonly dashboards: readonly Dashboard[]
}

/** A chart that asks a table, and the columns it names of it. */
export interface TableUser extends ChartUser {
  readonly columns: readonly string[]
}

/**
 * The charts in use that ask a table, of those that the view holds, by name. A question says so itself; SQL is searched for the
 * names, so some of it may only look as if.
 */
export function usersOfTable(view: EntryView, asked: AskedTable): readonly TableUser[] {
  const users = listCharts(view).flatMap((chart) => {
    const columns = chart.query.connectionId === asked.connectionId ? columnsNamed(chart, asked) : null
    return columns === null ? [] : [{ chart, columns }]
  })
  return withDashboards(view, users)
}

/** Returns charts that use something with the dashboards that show them, by name. */
export function withDashboards<Used extends { readonly chart: Chart }>(
  view: EntryView,
  users: readonly Used[],
): readonly (Used & ChartUser)[] {
  if (users.length === 0) return []
  const dashboards = dashboardsByChart(view)
  return users
    .map((user) => ({ ...user, dashboards: dashboards.get(user.chart.id) ?? [] }))
    .sort((a, b) => a.chart.name.localeCompare(b.chart.name, 'en'))
}

/** null: the chart does not ask the table. */
function columnsNamed({ query }: Chart, { table, columns }: AskedTable): readonly string[] | null {
  if (query.kind === 'builder') return columnsInQuestion(query.question, table)
  if (table.model !== undefined) return null
  const words = wordsOf(query.sql)
  if (!isNamed(table.name, words, query.sql)) return null
  return columns.filter((name) => isNamed(name, words, query.sql))
}

/** The columns of a table that a question names; null where it does not ask it. */
export function columnsInQuestion(question: Question, table: QuestionTable): readonly string[] | null {
  const found = stagesOf(question).flatMap((stage) => {
    const columns = columnsInStage(stage.question, table)
    return columns === null ? [] : [columns]
  })
  return found.length === 0 ? null : [...new Set(found.flat())]
}

function columnsInStage(question: Question, table: QuestionTable): readonly string[] | null {
  const { source, unions = [], joins, filter, groups, measures, columns, sort } = question
  const isSource = source !== null && isSameTable(source, table)
  const joined = [...unions, ...joins].filter((join) => isSameTable(join.table, table)).map(({ id }) => id)
  if (!isSource && joined.length === 0) return null
  const conditions = [filter, ...measures.flatMap(({ filters = [] }) => filters)].flatMap(conditionsIn)
  const named: readonly (QuestionColumn | null)[] = [
    ...joins.flatMap(({ on }) => on.flatMap(({ left, right }) => [left, right])),
    ...[...conditions, ...groups, ...measures].map(({ column }) => column),
    ...columns,
    ...columnsOfExpressions(question),
    ...sort.map(({ by }) => (by.kind === 'column' ? by.column : null)),
  ]
  // What the rows of several tables are called the question says itself.
  const ofSource = isSource && unions.length === 0
  const own = [
    ...named.filter((column) => column !== null && (column.join === null ? ofSource : joined.includes(column.join))),
    ...columnsInUnions(question).filter(({ join }) => (join === null ? isSource : joined.includes(join))),
  ]
  return [...new Set(own.flatMap((column) => column?.name ?? []))]
}

/** The dashboards that show each chart, by the charts' ids. */
function dashboardsByChart(view: EntryView): ReadonlyMap<string, readonly Dashboard[]> {
  const byId = new Map(listDashboards(view).map((dashboard) => [dashboard.id, dashboard]))
  const found = new Map<string, Dashboard[]>()
  for (const { content, dashboardId } of listFromView(view, tileSchema, 'tile/')) {
    const dashboard = byId.get(dashboardId)
    if (content.kind !== 'chart' || dashboard === undefined) continue
    const known = found.get(content.chartId) ?? []
    if (!known.includes(dashboard)) found.set(content.chartId, [...known, dashboard])
  }
  return found
}

function isNamed(name: string, words: ReadonlySet<string>, sql: string): boolean {
  const lower = name.toLowerCase()
  return /^\w+$/.test(lower) ? words.has(lower) : sql.toLowerCase().includes(lower)
}

function wordsOf(sql: string): ReadonlySet<string> {
  return new Set(sql.toLowerCase().match(/\w+/g) ?? [])
}
