'use client'

import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { Comment } from '@tidemark/shared/comments/comment'
import { linkTo } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useActor } from '@/client/workspace/workspace-client'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Dialog } from '@/ui/popups/dialog'
import { Menu, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { MarkdownView } from '@/ui/text/markdown-view'
import { TimeAgo } from '@/ui/text/time-ago'
import { nameOfMember } from '../members/use-member-names'
import { copyLink } from '../messages/copy-link'
import { reportProblem } from '../messages/report-problem'
import { CommentComposer } from './comment-composer'
import type { Mentionable } from './mentions'

interface CommentItemProps {
  readonly comment: Comment
  readonly names: ReadonlyMap<string, string>
  readonly members: readonly Mentionable[]
  readonly mayComment: boolean
  readonly isUnread: boolean
  /** It is the one that was asked for. */
  readonly isAsked: boolean
}

/** One comment: who, when, its text, and what can be done with it. */
export function CommentItem({ comment, names, members, mayComment, isUnread, isAsked }: CommentItemProps) {
  const { id, dashboardId, createdBy, createdAt, editedAt, deletedAt } = comment
  const actor = useActor()
  const mutate = useMutate()
  const { now, locale } = usePageEnvironment()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isOwn = createdBy === actor.userId
  const mayDelete = isOwn || roleAtLeast(actor.role, 'admin')
  const who = nameOfMember(createdBy, actor.userId, names)
  const article = useRef<HTMLElement>(null)
  const endEditing = () => {
    setEditing(false)
    article.current?.focus()
  }
  const remove = () => {
    setDeleting(false)
    mutate('deleteComment', { id, dashboardId }).catch(reportProblem)
  }
  if (deletedAt !== null) return <p className="text-muted italic">Deleted comment</p>
  return (
    <article
      ref={article}
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={`Comment of ${who}`}
      className="group/comment scroll-my-4 rounded-row outline-offset-4"
      data-asked={isAsked || undefined}
    >
      <header className="flex min-h-6 items-center gap-2">
        <Avatar name={who === 'You' ? (names.get(createdBy) ?? 'You') : who} className="size-6" />
        <p className="min-w-0 flex-1 truncate">
          <bdi className="font-medium">{who}</bdi>{' '}
          <span className="text-small text-muted">
            <TimeAgo at={createdAt} now={Math.max(now, createdAt)} locale={locale} />
            {editedAt !== null && ' · edited'}
          </span>
          {isUnread && <span className="ml-1.5 rounded-full bg-accent-soft px-1.5 text-caption text-accent">New</span>}
        </p>
        <Menu
          label="Menu of this comment"
          align="end"
          trigger={<IconButton icon={Ellipsis} size="sm" label="Menu of this comment" />}
        >
          <MenuItem icon={Link2} onSelect={() => void copyLink(linkTo(`/dashboards/${dashboardId}?comment=${id}`))}>
            Copy link
          </MenuItem>
          {isOwn && mayComment && (
            <MenuItem icon={Pencil} onSelect={() => setEditing(true)}>
              Edit
            </MenuItem>
          )}
          {mayDelete && (
            <>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
                Delete…
              </MenuItem>
            </>
          )}
        </Menu>
      </header>
      <div className="mt-1 pl-8">
        {isEditing ? (
          <CommentComposer
            label="Edit the comment"
            submitLabel="Save"
            initial={comment.text}
            members={members}
            autoFocus
            onCancel={endEditing}
            onSubmit={async (written) => {
              await mutate('updateComment', { id, dashboardId, ...written }).catch(reportProblem)
              endEditing()
            }}
          />
        ) : (
          <MarkdownView source={comment.text} />
        )}
      </div>
      <Dialog
        open={isDeleting}
        onOpenChange={setDeleting}
        isAllowed={mayDelete}
        title="Delete this comment?"
        description="It is gone for everyone, and cannot be brought back."
        actions={
          <>
            <Button onClick={() => setDeleting(false)}>Cancel</Button>
            <Button variant="danger" onClick={remove}>
              Delete
            </Button>
          </>
        }
      />
    </article>
  )
}
