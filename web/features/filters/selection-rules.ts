import type { Actor } from '@tidemark/shared/access/actor'
import { isAllowed } from '@tidemark/shared/access/rules'
import { isTimeGrain } from '@tidemark/shared/builder/question'
import { groupNames } from '@tidemark/shared/builder/part-labels'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { isLeftOut, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { selectableColumns } from '@tidemark/shared/filters/selectable-columns'
import type { Query } from '@tidemark/shared/query/run-query'
import { conditionsOfSelection, type Selection } from '@/features/charts/selections/selection'
import { nameForColumn } from './filter-sources'
import type { TileFilters } from './tile-filters'

/** The marks chosen in the tiles of a dashboard. */
export type SelectedMarks = ReadonlyMap<TileId, Selection>

/**
 * Returns what the marks chosen in other tiles leave of a tile, by tile. Its own do not filter it. Who may see only answers
 * filters by columns that charts of the dashboard draw, and each chart by those of its answer, as the server does. tiles:
 * all of the dashboard.
 */
export function filtersBySelections(
  view: EntryView,
  actor: Actor,
  tiles: readonly Tile[],
  selected: SelectedMarks,
): ReadonlyMap<TileId, TileFilters> {
  const taking = tiles.filter((tile) => !isLeftOut(tile))
  const choosing = taking.filter(({ id }) => selected.has(id))
  if (choosing.length === 0) return new Map()
  const drawn = selectableColumns(view, tiles)
  return new Map(
    taking.map((tile) => {
      const parts = choosing.flatMap(({ id }) => (id === tile.id ? [] : (selected.get(id) ?? [])))
      const query = queryOf(view, tile)
      const allowed =
        query === undefined || mayAsk(view, actor, query)
          ? parts
          : parts
              .filter(({ column }) => drawn.has(column))
              .map((part) => ({ ...part, column: nameIn(query, part.column) }))
      const names = Object.fromEntries(allowed.map(({ column }) => [column, nameForColumn(column)]))
      return [tile.id, { conditions: conditionsOfSelection(allowed), names, waitsFor: [] }]
    }),
  )
}

function queryOf(view: EntryView, { content }: Tile): Query | undefined {
  return content.kind === 'chart' ? getChart(view, content.chartId)?.query : undefined
}

function mayAsk(view: EntryView, actor: Actor, query: Query): boolean {
  return isAllowed(actor, { do: 'run', target: getRunTarget(view, query.connectionId), level: query.kind })
}

/** Returns the name that a column has in the answer of a question that groups by it; its own in others. */
function nameIn(query: Query, column: string): string {
  if (query.kind === 'sql' || query.question.steps !== undefined) return column
  const { groups } = query.question
  const plain = groups.findIndex((group) => group.column.name === column && group.grain === null)
  const at = plain >= 0 ? plain : groups.findIndex((group) => group.column.name === column && isTimeGrain(group.grain))
  return groupNames(query.question)[at] ?? column
}
