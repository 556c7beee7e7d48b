'use client'

import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import { commentIdSchema, type Comment } from '@tidemark/shared/comments/comment'
import { listComments } from '@tidemark/shared/comments/comment-queries'
import type { DashboardId, Tile, TileId } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Query } from '@tidemark/shared/query/run-query'
import { useView } from '@/client/workspace/use-view'
import { tooltipProps } from '@/ui/popups/tooltip'
import type { Pin, Pins } from '../charts/pins/pins'
import { askForComments } from './asked-comments'

/** Returns the open threads about marks of a tile, for its chart to show them there; null for none. */
export function useThreadPins({ dashboardId, id: tileId }: Tile, query: Query | undefined): Pins | null {
  const marked = useView(
    (view) => openThreadsOn(view, dashboardId, tileId).filter(({ mark }) => mark !== undefined),
    [dashboardId, tileId],
  )
  return useMemo(() => {
    if (marked.length === 0 || query === undefined) return null
    const pins = marked.flatMap(({ id, mark }): readonly Pin[] =>
      mark === undefined
        ? []
        : [{ id, label: `Open thread on ${mark.label}`, parts: mark.parts, measure: mark.measure }],
    )
    const onOpen = (id: string) => askForComments(dashboardId, { kind: 'read', id: commentIdSchema.parse(id) })
    return { owner: tileId, pins, query, onOpen }
  }, [marked, query, dashboardId, tileId])
}

function openThreadsOn(view: EntryView, dashboardId: DashboardId, tileId: TileId): readonly Comment[] {
  return listComments(view, dashboardId).filter((one) => one.tileId === tileId && one.resolvedAt === null)
}

interface TileCommentsProps {
  readonly dashboardId: DashboardId
  readonly tileId: TileId
  /** The tile's name. */
  readonly name: string
}

/** The number of open threads about a tile and its marks, at its edge; it opens them. */
export function TileComments({ dashboardId, tileId, name }: TileCommentsProps) {
  const count = useView((view) => openThreadsOn(view, dashboardId, tileId).length, [dashboardId, tileId])
  if (count === 0) return null
  const label = count === 1 ? `1 open thread on ${name}` : `${count} open threads on ${name}`
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => askForComments(dashboardId, { kind: 'tile', tileId })}
      className="absolute -top-2 left-3 z-2 inline-flex h-[18px] items-center gap-1 rounded-full border border-line bg-raised px-1.5 text-caption font-semibold text-accent shadow-tile tabular hover:border-accent touch:before:absolute touch:before:-inset-3 print:hidden"
      {...tooltipProps(label)}
    >
      <MessageSquare aria-hidden className="size-3!" />
      {count}
    </button>
  )
}
