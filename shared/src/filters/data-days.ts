import { namesThrough } from '../builder/stages/question-stages'
import { wallClockText } from '../charts/plot/time/wall-clock-text'
import { getChart } from '../charts/chart-queries'
import type { Tile } from '../dashboards/dashboard'
import { listDatasetsOfQuery } from '../datasets/dataset-queries'
import type { EntryView } from '../entries/entry-tx'
import type { Query } from '../query/run-query'
import { isInScope, type Filter } from './filter'

/** The first and the last day of some data, as `YYYY-MM-DD` in a time zone. */
export interface DataDays {
  readonly first: string
  readonly last: string
}

/**
 * Returns the days covered by a filter's column in the data of its charts, as profiled at import; null if unknown, as for
 * remote databases. tiles: all tiles of the dashboard.
 */
export function dataDaysOf(
  view: EntryView,
  filter: Pick<Filter, 'column' | 'scope'>,
  tiles: readonly Tile[],
  timeZone: string,
): DataDays | null {
  const queries = tiles.flatMap((tile) => {
    const chart =
      tile.content.kind === 'chart' && isInScope(filter, tile) ? getChart(view, tile.content.chartId) : undefined
    return chart === undefined || chart.deletedAt !== null ? [] : [chart.query]
  })
  return daysOfQueries(view, queries, filter.column, timeZone)
}

/** Returns the days covered by a column in the data of several queries; null if unknown. */
export function daysOfQueries(
  view: EntryView,
  queries: readonly Query[],
  column: string,
  timeZone: string,
): DataDays | null {
  return queries.reduce<DataDays | null>((found, query) => together(found, daysIn(view, query, column, timeZone)), null)
}

/** Returns the days covered by a column in the tables that one query reads. */
function daysIn(view: EntryView, query: Query, column: string, timeZone: string): DataDays | null {
  const name = sourceName(query, column)
  return listDatasetsOfQuery(view, query)
    .flatMap(({ columns }) => columns.find((one) => one.name === name)?.span ?? [])
    .map(({ first, last }) => ({ first: dayOn(first, timeZone), last: dayOn(last, timeZone) }))
    .reduce<DataDays | null>(together, null)
}

/** Returns the source column of a group by time, whose name differs, through all steps. */
function sourceName(query: Query, column: string): string {
  if (query.kind === 'sql') return column
  return namesThrough(query.question, column).first
}

function dayOn(text: string, timeZone: string): string {
  return wallClockText(text, timeZone).slice(0, 10)
}

function together(a: DataDays | null, b: DataDays | null): DataDays | null {
  if (a === null || b === null) return a ?? b
  return { first: a.first < b.first ? a.first : b.first, last: a.last > b.last ? a.last : b.last }
}
