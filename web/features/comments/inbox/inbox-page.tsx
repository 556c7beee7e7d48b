'use client'

import { CheckCheck, Inbox } from 'lucide-react'
import { useState } from 'react'
import { listInbox, type InboxItem } from '@tidemark/shared/comments/comment-queries'
import type { DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { maxMarkedComments, type CommentId } from '@tidemark/shared/comments/comment'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { useIsHydrating } from '@/ui/use-is-hydrating'
import { useMemberNames } from '../../members/use-member-names'
import { reportProblem } from '../../messages/report-problem'
import { TopBar } from '../../page/top-bar'
import { inboxParts } from './inbox-days'
import { InboxRow, inboxRowId } from './inbox-row'

const shownAtFirst = 100

/** The page of what others said to the reader: comments that name them, and answers in their threads. */
export function InboxPage() {
  const { userId } = useActor()
  const items = useView((view) => listInbox(view, userId), [userId])
  const unread = items.filter((item) => item.isUnread)
  const mutate = useMutate()
  const mark = (marked: readonly InboxItem[], isRead: boolean) => {
    for (const [dashboardId, ids] of idsByDashboard(marked))
      mutate('markComments', { dashboardId, ids, isRead }).catch(reportProblem)
  }
  return (
    <>
      <TopBar
        icon={Inbox}
        title="Inbox"
        actions={
          unread.length > 0 && (
            <Button icon={CheckCheck} onClick={() => mark(unread, true)}>
              Mark all as read
            </Button>
          )
        }
      />
      <div className="mx-auto w-full max-w-[820px] p-5 max-md:p-3">
        <InboxList items={items} onMark={mark} />
      </div>
    </>
  )
}

interface InboxListProps {
  readonly items: readonly InboxItem[]
  readonly onMark: (items: readonly InboxItem[], isRead: boolean) => void
}

function InboxList({ items, onMark }: InboxListProps) {
  const { now, locale } = usePageEnvironment()
  const isTeam = useTeamSession() !== null
  const isComplete = useIsViewComplete()
  // The server does not know the reader's days.
  const isHydrating = useIsHydrating()
  const names = useMemberNames()
  const [shownCount, setShownCount] = useState(shownAtFirst)
  if (isHydrating || (items.length === 0 && !isComplete)) return <InboxSkeleton />
  if (items.length === 0) return <EmptyInbox isTeam={isTeam} />
  const shown = items.slice(0, shownCount)
  const parts = inboxParts(shown, now, locale)
  const inOrder = parts.flatMap((part) => part.items)
  const markOne = (item: InboxItem) => {
    onMark([item], item.isUnread)
    // The row moves to another part of the list: the focus goes on to the next one.
    const index = inOrder.indexOf(item)
    const next = inOrder[index + 1] ?? inOrder[index - 1]
    if (next !== undefined) document.getElementById(inboxRowId(next))?.focus({ preventScroll: true })
  }
  return (
    <div className="flex flex-col gap-5">
      {parts.map((part) => (
        <section key={part.title} aria-labelledby={`inbox-${part.title}`} className="flex flex-col gap-2">
          <h2 id={`inbox-${part.title}`} className="px-1 text-small font-semibold text-muted">
            {part.title}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
            {part.items.map((item) => (
              <InboxRow key={item.comment.id} item={item} names={names} onToggle={() => markOne(item)} />
            ))}
          </ul>
        </section>
      ))}
      {items.length > shown.length && (
        <Button className="self-center" onClick={() => setShownCount(shownCount + shownAtFirst)}>
          Show earlier
        </Button>
      )}
    </div>
  )
}

function EmptyInbox({ isTeam }: { readonly isTeam: boolean }) {
  return (
    <EmptyState
      icon={Inbox}
      title="Nothing in your inbox"
      text={
        isTeam
          ? 'Comments that name you and answers in your threads come here.'
          : 'You are alone in this workspace. In a team, comments that name you come here.'
      }
    />
  )
}

function InboxSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-2">
      <p className="sr-only">Loading the inbox…</p>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-20 rounded-tile" />
      ))}
    </div>
  )
}

/** Groups comments by their dashboards, in parts that one mutation takes. */
function idsByDashboard(items: readonly InboxItem[]): readonly (readonly [DashboardId, CommentId[]])[] {
  const groups: [DashboardId, CommentId[]][] = []
  for (const { comment } of items) {
    const group = groups.find(([id, ids]) => id === comment.dashboardId && ids.length < maxMarkedComments)
    if (group === undefined) groups.push([comment.dashboardId, [comment.id]])
    else group[1].push(comment.id)
  }
  return groups
}
