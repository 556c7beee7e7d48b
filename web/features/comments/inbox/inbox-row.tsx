'use client'

import { Check, Mail, MailOpen } from 'lucide-react'
import { commentExcerpt } from '@tidemark/shared/comments/comment-excerpt'
import type { InboxItem } from '@tidemark/shared/comments/comment-queries'
import { getThreadAbout } from '@tidemark/shared/comments/thread-about'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/buttons/icon-button'
import { TimeAgo } from '@/ui/text/time-ago'
import { nameOfMember } from '../../members/use-member-names'

interface InboxRowProps {
  readonly item: InboxItem
  readonly names: ReadonlyMap<string, string>
  /** Marks it as read, or as unread again. */
  readonly onToggle: () => void
}

const longestExcerpt = 240

/** Returns the id of the element of a row that takes the focus. */
export function inboxRowId({ comment }: InboxItem): string {
  return `inbox-row-${comment.id}`
}

/** A comment in the inbox: who said what where; it leads to its thread. */
export function InboxRow({ item, names, onToggle }: InboxRowProps) {
  const { comment, dashboard, why, isUnread } = item
  const { now, locale } = usePageEnvironment()
  const about = useView((view) => getThreadAbout(view, comment), [comment])
  const who = nameOfMember(comment.createdBy, '', names)
  return (
    <li className="flex items-start gap-1 pr-2 has-[a:hover]:bg-hover">
      <AppLink
        id={inboxRowId(item)}
        href={`/dashboards/${comment.dashboardId}?comment=${comment.id}`}
        className="flex min-w-0 flex-1 items-start gap-3 py-3 pl-3.5 -outline-offset-2!"
      >
        <Avatar name={who} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            {isUnread && <span className="size-2 shrink-0 self-center rounded-full bg-accent" aria-hidden />}
            <span className="min-w-0 flex-1 truncate">
              {isUnread && <span className="sr-only">Unread: </span>}
              <bdi className="font-medium">{who}</bdi> {why === 'mention' ? 'named you' : 'answered'}
            </span>
            <span className="shrink-0 text-small text-muted">
              <TimeAgo at={comment.createdAt} now={Math.max(now, comment.createdAt)} locale={locale} />
            </span>
          </span>
          <span className="line-clamp-2 wrap-anywhere">{commentExcerpt(comment.text, longestExcerpt)}</span>
          <span className="flex min-w-0 items-center gap-1.5 text-small text-muted">
            <span className="truncate">{[dashboard.name, about.tile, about.mark].filter(Boolean).join(' · ')}</span>
            {about.isResolved && (
              <span className="inline-flex shrink-0 items-center gap-1">
                <Check aria-hidden className="size-3.5! text-good" />
                Resolved
              </span>
            )}
          </span>
        </span>
      </AppLink>
      <IconButton
        icon={isUnread ? MailOpen : Mail}
        label={isUnread ? 'Mark as read' : 'Mark as unread'}
        onClick={onToggle}
        className="mt-2"
      />
    </li>
  )
}
