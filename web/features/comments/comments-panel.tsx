'use client'

import { MessageSquare, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { commentIdSchema } from '@tidemark/shared/comments/comment'
import {
  countUnread,
  getCommentsRead,
  listComments,
  threadsOf,
  type CommentThread,
} from '@tidemark/shared/comments/comment-queries'
import { mayComment as mayCommentIn } from '@tidemark/shared/comments/may-comment'
import type { DashboardId, Tile } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import { tileName } from '@tidemark/shared/dashboards/tile-name'
import { useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView, useViews } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { EmptyState } from '@/ui/empty-state'
import { Sheet } from '@/ui/popups/dialog'
import { useMemberNames } from '../members/use-member-names'
import { reportProblem } from '../messages/report-problem'
import type { CommentAbout, CommentsAsked } from './asked-comments'
import { CommentComposer } from './comment-composer'
import { CommentThreadCard } from './comment-thread'
import { useMentionable } from './use-mentionable'

export interface CommentsPanelProps {
  readonly dashboardId: DashboardId
  readonly asked: CommentsAsked | null
  /** How often something was asked for: the same again counts, too. */
  readonly askedCount: number
  readonly onShowTile: (tile: Tile) => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The comments of a dashboard, at its side; the page stays in use beside them. On a phone they cover it. */
export default function CommentsPanel({
  dashboardId,
  asked,
  askedCount,
  onShowTile,
  open,
  onOpenChange,
}: CommentsPanelProps) {
  const isPhone = matchMedia('(width < 40rem)').matches
  // A wide page makes room beside it; see `Frame` of the shell.
  useEffect(() => {
    if (!open) return
    document.documentElement.dataset['beside'] = 'panel'
    return () => {
      delete document.documentElement.dataset['beside']
    }
  }, [open])
  const isTeam = useTeamSession() !== null
  return (
    <Sheet
      side="right"
      width={380}
      isModal={isPhone}
      open={open}
      onOpenChange={onOpenChange}
      title={isTeam ? 'Comments' : 'Notes'}
      description={isTeam ? 'Whoever sees this dashboard sees them.' : 'Notes to yourself about this dashboard.'}
    >
      <Comments key={askedCount} dashboardId={dashboardId} asked={asked} onShowTile={onShowTile} />
    </Sheet>
  )
}

type Shown = 'open' | 'resolved'

function Comments({
  dashboardId,
  asked,
  onShowTile,
}: Pick<CommentsPanelProps, 'dashboardId' | 'asked' | 'onShowTile'>) {
  const actor = useActor()
  const isTeam = useTeamSession() !== null
  const mutate = useMutate()
  const views = useViews()
  const comments = useView((view) => listComments(view, dashboardId), [dashboardId])
  const threads = threadsOf(comments)
  const folderId = useView((view) => getDashboard(view, dashboardId)?.folderId ?? null, [dashboardId])
  const mayComment = useView((view) => mayCommentIn(actor, folderId, view), [actor, folderId])
  const tiles = useNamedTiles(dashboardId)
  const names = useMemberNames()
  const members = useMentionable(folderId)
  const [readBefore] = useState(() => getCommentsRead(views.getState().view, actor.userId, dashboardId))
  const askedId = asked?.kind === 'read' ? asked.id : null
  const [shown, setShown] = useState<Shown>(() =>
    threads.some((thread) => isResolved(thread) && has(thread, askedId)) ? 'resolved' : 'open',
  )
  const [about, setAbout] = useState<CommentAbout>(asked?.kind === 'write' ? asked.about : { tileId: null })
  const [onlyTile, setOnlyTile] = useState(asked?.kind === 'tile' ? asked.tileId : null)

  const newest = Math.max(0, ...comments.flatMap((one) => (one.createdBy === actor.userId ? [] : one.createdAt)))
  useEffect(() => {
    if (countUnread(views.getState().view, actor.userId, dashboardId) > 0)
      mutate('readComments', { dashboardId, upTo: newest }).catch(reportProblem)
  }, [actor.userId, dashboardId, mutate, newest, views])
  const isAskedHere = askedId !== null && comments.some(({ id }) => id === askedId)
  useEffect(() => {
    if (!isAskedHere) return
    const element = document.getElementById(`comment-${askedId}`)
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [askedId, isAskedHere])

  const ofTile = onlyTile === null ? threads : threads.filter(({ first }) => first.tileId === onlyTile)
  const listed = ofTile.filter((thread) => isResolved(thread) === (shown === 'resolved'))
  const openCount = ofTile.filter((thread) => !isResolved(thread)).length
  const nameOf = (tileId: string) => tiles.get(tileId)?.name ?? 'a tile that is no longer here'
  return (
    <div className="flex flex-col gap-3">
      {mayComment ? (
        <div className="flex flex-col gap-1.5">
          {about.tileId !== null && (
            <p className="flex items-center gap-1 text-small text-muted">
              <span className="line-clamp-2 min-w-0 flex-1">
                On {about.mark === undefined ? '' : `${about.mark.label} · `}
                {nameOf(about.tileId)}
              </span>
              <IconButton
                icon={X}
                size="sm"
                label="Comment on the whole dashboard instead"
                onClick={() => setAbout({ tileId: null })}
              />
            </p>
          )}
          <CommentComposer
            key={aboutKey(about)}
            label={isTeam ? 'New comment' : 'New note'}
            placeholder={members.length > 0 ? 'Write a comment; @ names somebody' : 'Write in Markdown'}
            submitLabel={isTeam ? 'Comment' : 'Add note'}
            draftOf={`${dashboardId} ${aboutKey(about)}`}
            isFirstFocus={asked?.kind === 'write'}
            members={members}
            onSubmit={async (written) => {
              const fields = { id: commentIdSchema.parse(newId()), dashboardId, threadId: null, ...about }
              await mutate('createComment', { ...fields, ...written })
              setShown('open')
            }}
          />
        </div>
      ) : (
        <p className="text-muted">
          You can read these comments. Viewers comment where the folder or workspace lets them.
        </p>
      )}
      {(threads.length > 0 || onlyTile !== null) && (
        <SegmentedControl
          label="Which threads"
          value={shown}
          options={[
            { value: 'open', label: `Open ${openCount}` },
            { value: 'resolved', label: `Resolved ${ofTile.length - openCount}` },
          ]}
          onChange={setShown}
        />
      )}
      {onlyTile !== null && (
        <p className="flex items-center gap-1 text-small text-muted">
          <span className="min-w-0 flex-1 truncate">Only those on {nameOf(onlyTile)}</span>
          <IconButton icon={X} size="sm" label="Show all threads" onClick={() => setOnlyTile(null)} />
        </p>
      )}
      {askedId !== null && !isAskedHere && <p className="text-muted">The comment of this link is no longer here.</p>}
      {listed.length === 0 ? (
        <EmptyState
          icon={MessageSquare}
          title={shown === 'resolved' ? 'Nothing resolved' : threads.length === 0 ? 'Nothing yet' : 'Nothing open'}
          text={
            shown === 'resolved'
              ? 'Threads that are settled are kept here.'
              : 'The menu of a tile and a right click on a mark write about just that.'
          }
        />
      ) : (
        <ol aria-label={shown === 'open' ? 'Open threads' : 'Resolved threads'} className="flex flex-col gap-3">
          {listed.map((thread) => (
            <CommentThreadCard
              key={thread.first.id}
              thread={thread}
              tile={tiles.get(thread.first.tileId ?? '')}
              names={names}
              members={members}
              mayComment={mayComment}
              readBefore={readBefore}
              askedId={askedId}
              onShowTile={onShowTile}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

function isResolved({ first }: CommentThread): boolean {
  return first.resolvedAt !== null
}

function has({ first, replies }: CommentThread, id: string | null): boolean {
  return [first, ...replies].some((comment) => comment.id === id)
}

function aboutKey({ tileId, mark }: CommentAbout): string {
  return JSON.stringify([tileId, mark?.parts ?? null])
}

/** The tiles of a dashboard by id, with their names. */
function useNamedTiles(dashboardId: DashboardId): ReadonlyMap<string, { readonly tile: Tile; readonly name: string }> {
  const named = useView(
    (view) =>
      listTiles(view, dashboardId).map((tile) => ({
        tile,
        name: tileName(tile, tile.content.kind === 'chart' ? getChart(view, tile.content.chartId) : undefined),
      })),
    [dashboardId],
  )
  return new Map(named.map((one) => [one.tile.id, one]))
}
