import type { Question, QuestionTable } from '../builder/question'
import { isSameTable } from '../builder/same-table'
import { tablesOf } from '../builder/models/model'
import { chartKey, type Chart } from '../charts/chart'
import { listCharts } from '../charts/chart-queries'
import { connectionKey } from '../connections/connection'
import { findConnection } from '../connections/connection-queries'
import { listDatasets } from '../datasets/dataset-queries'
import { namedTables } from '../datasets/dataset-rights'
import type { EntryView } from '../entries/entry-tx'
import { metricKey, type MetricId } from '../metrics/metric'
import { listMetrics } from '../metrics/metric-queries'
import { segmentKey, segmentPrefix, type SegmentId } from '../segments/segment'
import { listSegments } from '../segments/segment-queries'
import { segmentsIn } from '../segments/segments-in-question'
import { localConnectionId, type SqlQuery } from '../query/run-query'
import { usersOfTable, withDashboards, type AskedTable } from './table-users'

export const lineageKinds = ['source', 'model', 'segment', 'metric', 'chart', 'dashboard'] as const
export type LineageKind = (typeof lineageKinds)[number]

/** A thing on the way from data to dashboards. href: null where it has no page. depth: how many things lie before it. */
export interface LineageNode {
  readonly id: string
  readonly kind: LineageKind
  readonly name: string
  readonly href: string | null
  readonly depth: number
}

/** from, to: the ids of nodes. */
export interface LineageLink {
  readonly from: string
  readonly to: string
}

export interface Lineage {
  readonly nodes: readonly LineageNode[]
  readonly links: readonly LineageLink[]
}

/** The thing whose lineage is asked for: a table or model as questions name it, or a metric or segment by its id. */
export type LineageOf =
  | { readonly kind: 'table'; readonly asked: AskedTable }
  | { readonly kind: 'metric'; readonly id: MetricId }
  | { readonly kind: 'segment'; readonly id: SegmentId }

type Thing = Omit<LineageNode, 'depth'>

/** The things that one is made of and those that use it, near and far, of those that the view holds. */
export function lineageOf(view: EntryView, of: LineageOf): Lineage {
  const { things, links } = allLinks(view, of.kind === 'table' ? of.asked : null)
  const start = lineageId(of)
  const before = reached(links, start, 'to', 'from')
  const after = reached(links, start, 'from', 'to')
  const ids = new Set([...before, ...after])
  const kept = links.filter(
    ({ from, to }) => (before.has(from) && before.has(to)) || (after.has(from) && after.has(to)),
  )
  const depths = depthsOf(ids, kept)
  const nodes = [...ids].flatMap((id): LineageNode[] => {
    const thing = things.get(id)
    return thing === undefined ? [] : [{ ...thing, depth: depths.get(id) ?? 0 }]
  })
  const kindRank = ({ kind }: LineageNode) => lineageKinds.indexOf(kind)
  nodes.sort((a, b) => a.depth - b.depth || kindRank(a) - kindRank(b) || a.name.localeCompare(b.name, 'en'))
  return { nodes, links: kept }
}

/** The id of the node of the thing itself. */
export function lineageId(of: LineageOf): string {
  switch (of.kind) {
    case 'metric':
      return metricKey(of.id)
    case 'segment':
      return segmentKey(of.id)
    case 'table':
      return idOfTable(of.asked.connectionId, of.asked.table)
  }
}

/** Everything in use with what it is made of. asked: a table of which SQL is searched for its name. */
function allLinks(view: EntryView, asked: AskedTable | null) {
  const things = new Map<string, Thing>()
  const links: LineageLink[] = []
  const addTable = (connectionId: string, table: QuestionTable): string | null => {
    const id = idOfTable(connectionId, table)
    // Models come as charts.
    if (table.model !== undefined || things.has(id)) return id
    const source = sourceOf(view, connectionId, table)
    if (source === null) return null
    things.set(id, { id, kind: 'source', ...source })
    return id
  }
  const link = (connectionId: string, question: Pick<Question, 'source' | 'joins'>, to: string) => {
    for (const { table } of tablesOf(question)) {
      const from = addTable(connectionId, table)
      if (from !== null) links.push({ from, to })
    }
  }
  for (const { id, name, query } of listSegments(view)) {
    const key = segmentKey(id)
    things.set(key, { id: key, kind: 'segment', name, href: `/segments/${id}` })
    link(query.connectionId, query.question, key)
  }
  const linkSegments = (question: Question, to: string) => {
    for (const { segment } of segmentsIn(question)) links.push({ from: `${segmentPrefix}${segment}`, to })
  }
  const metrics = new Map(listMetrics(view).map((metric) => [metric.id as string, metric]))
  for (const { id, name, query } of metrics.values()) {
    const key = metricKey(id)
    things.set(key, { id: key, kind: 'metric', name, href: `/metrics/${id}` })
    link(query.connectionId, query.question, key)
    linkSegments(query.question, key)
  }
  const charts = listCharts(view)
  for (const chart of charts) {
    const key = chartKey(chart.id)
    things.set(key, thingOfChart(chart))
    if (chart.query.kind === 'sql') {
      for (const source of chart.isModel === true ? sourcesOfSql(view, chart.query) : []) {
        things.set(source.id, source)
        links.push({ from: source.id, to: key })
      }
      continue
    }
    const { connectionId, question } = chart.query
    const used = question.measures.flatMap(({ metric = [] }) => metrics.get(metric as string) ?? [])
    for (const { id } of used) links.push({ from: metricKey(id), to: key })
    linkSegments(question, key)
    // By way of the metric it is of the same data.
    link(connectionId, used.length > 0 ? { ...question, source: null } : question, key)
  }
  if (asked !== null) {
    addTable(asked.connectionId, asked.table)
    for (const { chart } of usersOfTable(view, asked))
      if (chart.query.kind === 'sql')
        links.push({ from: idOfTable(asked.connectionId, asked.table), to: chartKey(chart.id) })
  }
  const shown = withDashboards(
    view,
    charts.map((chart) => ({ chart })),
  )
  for (const { chart, dashboards } of shown)
    for (const { id, name } of dashboards) {
      const key = `dashboard/${id}`
      things.set(key, { id: key, kind: 'dashboard', name, href: `/dashboards/${id}` })
      links.push({ from: chartKey(chart.id), to: key })
    }
  // What is kept from the reader, or in the trash, is in no link.
  const present = links.filter(({ from, to }) => things.has(from) && things.has(to))
  const distinct = new Map(present.map((one) => [`${one.from} ${one.to}`, one]))
  return { things, links: [...distinct.values()] }
}

function thingOfChart({ id, name, isModel }: Chart): Thing {
  return { id: chartKey(id), kind: isModel === true ? 'model' : 'chart', name, href: `/charts/${id}` }
}

function idOfTable(connectionId: string, { schema, name, model }: QuestionTable): string {
  return model === undefined ? JSON.stringify([connectionId, schema, name]) : `chart/${model}`
}

/** The datasets that a text names; of another database nothing reads it here, so it comes from that as a whole. */
function sourcesOfSql(view: EntryView, query: SqlQuery): readonly Thing[] {
  const { connectionId } = query
  const connection = findConnection(view, connectionId)
  if (connection !== undefined) {
    const { id, name } = connection
    return [{ id: connectionKey(id), kind: 'source', name, href: `/connections/${id}` }]
  }
  if (connectionId !== localConnectionId) return []
  const isNamed = namedTables(query)
  return listDatasets(view).flatMap(({ id, name, tableName }): Thing[] =>
    isNamed(tableName)
      ? [{ id: idOfTable(connectionId, { schema: null, name: tableName }), kind: 'source', name, href: `/data/${id}` }]
      : [],
  )
}

/** null: the reader does not see it. */
function sourceOf(view: EntryView, connectionId: string, table: QuestionTable) {
  const connection = findConnection(view, connectionId)
  if (connection !== undefined) return { name: table.name, href: `/connections/${connection.id}` }
  if (connectionId !== localConnectionId) return null
  const dataset = listDatasets(view).find(({ tableName }) => isSameTable({ schema: null, name: tableName }, table))
  return dataset === undefined ? null : { name: dataset.name, href: `/data/${dataset.id}` }
}

/** The ids that links lead to in one direction, with the one to start from. */
function reached(
  links: readonly LineageLink[],
  start: string,
  here: 'from' | 'to',
  there: 'from' | 'to',
): ReadonlySet<string> {
  const next = idsBy(links, here, there)
  const found = new Set([start])
  // A set is walked through to what is added meanwhile.
  for (const id of found) for (const other of next.get(id) ?? []) found.add(other)
  return found
}

function idsBy(links: readonly LineageLink[], by: 'from' | 'to', there: 'from' | 'to'): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const link of links) {
    const ids = found.get(link[by])
    if (ids === undefined) found.set(link[by], [link[there]])
    else ids.push(link[there])
  }
  return found
}

/** The longest way to each id. Models that read one another end it. */
function depthsOf(ids: ReadonlySet<string>, links: readonly LineageLink[]): ReadonlyMap<string, number> {
  const madeOf = idsBy(links, 'to', 'from')
  const depths = new Map<string, number>()
  const depthOf = (id: string, path: ReadonlySet<string>): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    if (path.has(id)) return 0
    const inner = new Set([...path, id])
    const depth = Math.max(-1, ...(madeOf.get(id) ?? []).map((from) => depthOf(from, inner))) + 1
    depths.set(id, depth)
    return depth
  }
  for (const id of ids) depthOf(id, new Set())
  return depths
}
