'use client'

import { Check, ChartColumn, EyeOff, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { commentIdSchema, type CommentsRead } from '@tidemark/shared/comments/comment'
import { isUnread, type CommentThread } from '@tidemark/shared/comments/comment-queries'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { usePinPlace } from '../charts/pins/pin-places'
import { nameOfMember } from '../members/use-member-names'
import { reportProblem } from '../messages/report-problem'
import { CommentComposer } from './comment-composer'
import { CommentItem } from './comment-item'
import type { Mentionable } from './mentions'

interface CommentThreadProps {
  readonly thread: CommentThread
  /** The tile that it is about, with its name; undefined where it is gone. */
  readonly tile: { readonly tile: Tile; readonly name: string } | undefined
  readonly names: ReadonlyMap<string, string>
  readonly members: readonly Mentionable[]
  readonly mayComment: boolean
  /** Their reading state when the panel opened. */
  readonly readBefore: CommentsRead | undefined
  readonly askedId: string | null
  readonly onShowTile: (tile: Tile) => void
}

/** A thread: what it is about, its comments, and a field to answer. */
export function CommentThreadCard(props: CommentThreadProps) {
  const { thread, tile, names, members, mayComment, readBefore, askedId, onShowTile } = props
  const { first, replies } = thread
  const { id, dashboardId, resolvedAt } = first
  const { userId } = useActor()
  const mutate = useMutate()
  const [reply, setReply] = useState<'none' | 'open' | 'closed'>('none')
  const isResolved = resolvedAt !== null
  const setResolved = (next: boolean) =>
    void mutate('resolveComment', { id, dashboardId, isResolved: next }).catch(reportProblem)
  const about = first.mark === undefined ? '' : `${first.mark.label} · `
  const place = usePinPlace(first.tileId ?? '', id)
  return (
    <li className="flex flex-col gap-3 rounded-tile border border-line bg-surface p-3 shadow-tile">
      {first.tileId !== null &&
        (tile === undefined ? (
          <p className="text-small text-muted">{about}A tile that is no longer here</p>
        ) : (
          <button
            type="button"
            onClick={() => onShowTile(tile.tile)}
            className="flex w-fit max-w-full items-center gap-1.5 rounded-row text-left text-small text-muted hover:text-accent touch:min-h-11"
          >
            <ChartColumn aria-hidden className="size-3.5! shrink-0" />
            <span className="line-clamp-2">
              {about}
              {tile.name}
            </span>
          </button>
        ))}
      {place !== undefined && place !== 'drawn' && (
        <p className="flex items-start gap-1.5 text-small text-muted">
          <EyeOff aria-hidden className="mt-0.5 size-3.5! shrink-0" />
          {notInView[place]}
        </p>
      )}
      {[first, ...replies].map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          names={names}
          members={members}
          mayComment={mayComment}
          isUnread={isUnread(comment, userId, readBefore)}
          isAsked={comment.id === askedId}
        />
      ))}
      {isResolved && (
        <p className="flex items-center gap-1.5 text-small text-muted">
          <Check aria-hidden className="size-3.5! text-good" />
          Resolved by {resolverName(nameOfMember(first.resolvedBy ?? '', userId, names))}
        </p>
      )}
      {mayComment && reply === 'open' && (
        <CommentComposer
          label="Reply"
          submitLabel="Reply"
          placeholder="Reply…"
          draftOf={id}
          autoFocus
          members={members}
          onCancel={() => setReply('closed')}
          onSubmit={async (written) => {
            const fields = { id: commentIdSchema.parse(newId()), dashboardId, threadId: id, tileId: null }
            await mutate('createComment', { ...fields, ...written }).catch(reportProblem)
            setReply('closed')
          }}
        />
      )}
      {mayComment && reply !== 'open' && (
        <div className="flex gap-2">
          <Button size="sm" autoFocus={reply === 'closed'} onClick={() => setReply('open')}>
            Reply
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={isResolved ? RotateCcw : Check}
            onClick={() => setResolved(!isResolved)}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The reasons why the mark of a thread is not drawn. */
const notInView = {
  missing: 'Not in view: filtered out, folded away, or no longer in the data.',
  other: 'Not in view: the chart is grouped in another way now.',
} as const

function resolverName(name: string): string {
  return name === 'You' ? 'you' : name
}
