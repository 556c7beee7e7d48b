import type { Chart, ChartId } from '../charts/chart'
import { getChart } from '../charts/chart-queries'
import { groupNames, outputNames } from '../builder/part-labels'
import { isLeftOut, tilePrefix, tileSchema, type Tile } from '../dashboards/dashboard'
import { getDashboard } from '../dashboards/dashboard-queries'
import { listFromView, type EntryView } from '../entries/entry-tx'
import { answerColumns, lastStage, namesThrough } from '../builder/stages/question-stages'
import { tilesOfChart } from './filter-queries'

/**
 * The columns by which marks of other charts filter a chart where it lies on dashboards with them. A tile that is left out
 * neither filters nor is filtered.
 */
export function selectableColumnsOfChart(view: EntryView, chartId: ChartId): ReadonlySet<string> {
  const columns = new Set<string>()
  const dashboards = new Set(tilesOfChart(view, chartId).flatMap((tile) => (isLeftOut(tile) ? [] : tile.dashboardId)))
  for (const id of dashboards) {
    if (getDashboard(view, id)?.deletedAt !== null) continue
    for (const column of selectableColumns(view, listFromView(view, tileSchema, tilePrefix(id)))) columns.add(column)
  }
  return columns
}

/** The columns whose values marks of a dashboard's charts stand for. tiles: all of the dashboard. */
export function selectableColumns(view: EntryView, tiles: readonly Tile[]): ReadonlySet<string> {
  return new Set(
    tiles.flatMap((tile) => {
      const { content } = tile
      const chart = content.kind === 'chart' && !isLeftOut(tile) ? getChart(view, content.chartId) : undefined
      return chart === undefined || chart.deletedAt !== null ? [] : drawnColumns(chart)
    }),
  )
}

/** Returns the columns that a chart groups by or, of plain rows and SQL, draws. */
function drawnColumns({ query, visual }: Chart): readonly string[] {
  const { x, y, color, detail, panel, pivotRows, pivotColumns } = visual
  const drawn = [x, color, detail, panel, ...pivotRows, ...pivotColumns].filter((name) => name !== null)
  if (query.kind === 'sql') return [...drawn, ...(visual.type === 'scatter' ? y : [])]
  const { question } = query
  const last = lastStage(question)
  const { groups, columns } = last
  // A last step that only filters shows the columns of the one before it.
  const isPassed = question.steps !== undefined && outputNames(last).length === 0
  const names = isPassed ? answerColumns(question).map(({ name }) => name) : groupNames(last)
  return [
    ...drawn,
    ...names,
    ...(question.steps === undefined ? [] : names.flatMap((name) => namesThrough(question, name).names)),
    ...groups.map(({ column }) => column.name),
    ...columns.map(({ name }) => name),
  ]
}
