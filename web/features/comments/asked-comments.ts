import type { CommentedMark, CommentId } from '@tidemark/shared/comments/comment'
import type { DashboardId, TileId } from '@tidemark/shared/dashboards/dashboard'

/** The thing that a new thread is about: a dashboard, a tile of it or a mark of that. */
export interface CommentAbout {
  readonly tileId: TileId | null
  readonly mark?: CommentedMark | undefined
}

/** The purpose that the panel of comments is opened for: writing about something, or reading one comment. */
export type CommentsAsked =
  | { readonly kind: 'write'; readonly about: CommentAbout }
  | { readonly kind: 'read'; readonly id: CommentId }
  | { readonly kind: 'tile'; readonly tileId: TileId }

let asked: { readonly dashboardId: DashboardId; readonly what: CommentsAsked } | null = null
const listeners = new Set<() => void>()

/** Opens the comments of a dashboard on its page, which may not have loaded yet. */
export function askForComments(dashboardId: DashboardId, what: CommentsAsked): void {
  asked = { dashboardId, what }
  for (const listener of listeners) listener()
}

/** Calls `open` when comments of the dashboard are asked for, or were just before. Returns a function that stops it. */
export function onCommentsAsked(dashboardId: DashboardId, open: (what: CommentsAsked) => void): () => void {
  const listener = () => {
    if (asked?.dashboardId !== dashboardId) return
    const { what } = asked
    asked = null
    open(what)
  }
  listeners.add(listener)
  listener()
  return () => listeners.delete(listener)
}
