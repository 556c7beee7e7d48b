import type { Actor } from '@tidemark/shared/access/actor'
import { isAllowed } from '@tidemark/shared/access/rules'
import { isTimeGrain, otherValue } from '@tidemark/shared/builder/question'
import { groupNames, outputNames } from '@tidemark/shared/builder/part-labels'
import {
  answerColumns,
  isPlain,
  lastStage,
  namesThrough,
  stagesOf,
} from '@tidemark/shared/builder/stages/question-stages'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { isLeftOut, type Tile, type TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { selectableColumns } from '@tidemark/shared/filters/selectable-columns'
import type { FieldType } from '@tidemark/shared/query/field'
import { joinsOfTable, sourceOfTable } from '@tidemark/shared/tables/table-queries'
import { tableIdOf } from '@tidemark/shared/tables/table-source'
import type { Query } from '@tidemark/shared/query/run-query'
import { conditionsOfSelection, type SelectedColumn, type Selection } from '@/features/charts/selections/selection'
import { nameForColumn, sourceColumns } from './filter-sources'
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
  const choosing = tiles.filter((tile) => !isLeftOut(tile) && selected.has(tile.id))
  if (choosing.length === 0) return new Map()
  const drawn = selectableColumns(view, tiles)
  return new Map(
    tiles.map((tile) => {
      const query = queryOf(view, tile)
      const chosen = choosing.flatMap((of) =>
        of.id === tile.id
          ? []
          : (selected.get(of.id) ?? []).map((part) => ({
              part: matchedPart(view, of, tile, part),
              isTaken: !isLeftOut(tile) && takesPart(query, part, queryOf(view, of)),
            })),
      )
      const parts = chosen.flatMap(({ part, isTaken }) => (isTaken ? part : []))
      const notTaken = chosen.flatMap(({ part, isTaken }) => (isTaken ? [] : nameForColumn(part.column)))
      const allowed =
        query === undefined || mayAsk(view, actor, query)
          ? parts
          : parts
              .filter(({ column }) => drawn.has(column))
              .map((part) => ({ ...part, column: nameIn(query, part.column) }))
      const names = Object.fromEntries(allowed.map(({ column }) => [column, nameForColumn(column)]))
      const conditions = conditionsOfSelection(allowed)
      return [tile.id, { conditions, names, waitsFor: [], ...(notTaken.length > 0 && { notTaken }) }]
    }),
  )
}

/**
 * Returns a part that is chosen in a tile by the name that a tile over another table has for its column: the same, or where it
 * has none such the one that a declared join matches with it.
 */
function matchedPart(view: EntryView, from: Tile, to: Tile, part: SelectedColumn): SelectedColumn {
  const [own, other] = [sourceOfTile(view, from), sourceOfTile(view, to)]
  if (own === undefined || other === undefined || own.id === other.id) return part
  if (other.columns.some(({ name }) => name === part.column)) return part
  for (const { source, column, other: second, otherColumn } of joinsOfTable(view, own.source)) {
    const [first, last] = [tableIdOf(source), tableIdOf(second)]
    if (first === own.id && last === other.id && column === part.column) return { ...part, column: otherColumn }
    if (last === own.id && first === other.id && otherColumn === part.column) return { ...part, column }
  }
  return part
}

/** Returns the table that the chart of a tile reads, and its columns as far as they are known without asking. */
function sourceOfTile(view: EntryView, { content }: Tile) {
  const chart = content.kind === 'chart' ? getChart(view, content.chartId) : undefined
  const table = chart?.query.kind === 'builder' ? chart.query.question.source : null
  if (chart === undefined || table === null) return undefined
  const source = sourceOfTable(view, chart.query.connectionId, table)
  return source && { source, id: tableIdOf(source), columns: sourceColumns(view, chart) }
}

/**
 * Returns false for the others of a group that a chart does not have: those of other rows, or beside other values, are
 * not the same. from: what the part was chosen in.
 */
export function takesPart(query: Query | undefined, part: SelectedColumn, from: Query | undefined): boolean {
  if (part.kind === 'range' || !part.values.includes(otherValue)) return true
  const others = othersOf(from, part.column)
  return others === null || others === othersOf(query, part.column)
}

/** Returns a text that is the same for groups with the same others; null for a column that has none. */
function othersOf(query: Query | undefined, name: string): string | null {
  if (query?.kind !== 'builder') return null
  const stages = stagesOf(query.question).map(({ question }) => question)
  const last = stages.at(-1)
  const group = last?.groups[groupNames(last).indexOf(name)]
  if (last === undefined || group?.top?.rest !== 'other') return null
  const { column, grain, bin, top } = group
  const { source, unions = [], joins, expressions, filter, groups, measures } = last
  const ranking = measures.find(({ id }) => id === top.by) ?? null
  const within = groups.find(({ id }) => id === top.within) ?? null
  const read = [query.connectionId, stages.slice(0, -1), source, unions, joins, expressions, filter]
  const ownNames = new Set(['id', 'label'])
  return JSON.stringify([read, column, grain, bin, top.count, ranking, within], (key, value: unknown) =>
    ownNames.has(key) ? undefined : value,
  )
}

/** Returns the type of a column that marks of a tile are chosen by, as far as it is known without asking. */
export function typeInTile(view: EntryView, { content }: Pick<Tile, 'content'>, column: string): FieldType | undefined {
  const chart = content.kind === 'chart' ? getChart(view, content.chartId) : undefined
  if (chart?.query.kind !== 'builder') return undefined
  const last = lastStage(chart.query.question)
  const group = last.groups[outputNames(last).indexOf(column)]
  // A weekday is of no type of its column, nor are the others of a group.
  if (group !== undefined && !isPlain(group) && !isTimeGrain(group.grain)) return undefined
  const { names } = namesThrough(chart.query.question, column)
  const types = new Set(sourceColumns(view, chart).flatMap(({ name, type }) => (names.includes(name) ? [type] : [])))
  const [type, ...others] = types
  return others.length === 0 ? type : undefined
}

function queryOf(view: EntryView, { content }: Tile): Query | undefined {
  return content.kind === 'chart' ? getChart(view, content.chartId)?.query : undefined
}

function mayAsk(view: EntryView, actor: Actor, query: Query): boolean {
  return isAllowed(actor, { do: 'run', target: getRunTarget(view, query.connectionId), level: query.kind })
}

/** Returns the name that a column has in the answer of a question that groups by it; its own in others. */
function nameIn(query: Query, column: string): string {
  if (query.kind === 'sql') return column
  if (query.question.steps !== undefined) {
    const own = answerColumns(query.question).map(({ name }) => name)
    if (own.includes(column)) return column
    return own.find((name) => namesThrough(query.question, name).names.includes(column)) ?? column
  }
  const { groups } = query.question
  const plain = groups.findIndex((group) => group.column.name === column && group.grain === null)
  const at = plain >= 0 ? plain : groups.findIndex((group) => group.column.name === column && isTimeGrain(group.grain))
  return groupNames(query.question)[at] ?? column
}
