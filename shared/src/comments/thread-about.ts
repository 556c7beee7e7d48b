import { getChart } from '../charts/chart-queries'
import { tileKey, tileSchema } from '../dashboards/dashboard'
import { tileName } from '../dashboards/tile-name'
import { getFromView, type EntryView } from '../entries/entry-tx'
import { commentKey, commentSchema, type Comment } from './comment'

/** The thing that a thread is about, in words. */
export interface ThreadAbout {
  readonly tile: string | undefined
  readonly mark: string | undefined
  readonly isResolved: boolean
}

/** Returns what the thread of a comment is about, in words, as far as the reader sees it. */
export function getThreadAbout(view: EntryView, { dashboardId, threadId, id }: Comment): ThreadAbout {
  const first = getFromView(view, commentSchema, commentKey(dashboardId, threadId ?? id))
  const tile = first?.tileId == null ? undefined : getFromView(view, tileSchema, tileKey(dashboardId, first.tileId))
  const chart = tile?.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined
  return {
    tile: tile === undefined ? undefined : tileName(tile, chart),
    mark: first?.mark?.label,
    isResolved: first !== undefined && first.resolvedAt !== null,
  }
}
