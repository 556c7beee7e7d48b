import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { getDashboard } from '../dashboards/dashboard-queries'
import type { Dashboard, DashboardId } from '../dashboards/dashboard'
import {
  commentPrefix,
  commentSchema,
  commentsPrefix,
  commentsReadKey,
  commentsReadSchema,
  type Comment,
  type CommentId,
} from './comment'

/** A first comment with its replies, the earliest first. */
export interface CommentThread {
  readonly first: Comment
  readonly replies: readonly Comment[]
}

/** Lists the comments on a dashboard, the earliest first. */
export function listComments(view: EntryView, dashboardId: DashboardId): Comment[] {
  return listFromView(view, commentSchema, commentPrefix(dashboardId)).sort(byTime)
}

/** Groups comments into threads, the one with the newest comment first. Replies without a first comment are left out. */
export function threadsOf(comments: readonly Comment[]): CommentThread[] {
  const replies = new Map<CommentId, Comment[]>()
  for (const comment of comments)
    if (comment.threadId !== null) replies.set(comment.threadId, [...(replies.get(comment.threadId) ?? []), comment])
  return comments
    .filter(({ threadId }) => threadId === null)
    .map((first) => ({ first, replies: replies.get(first.id) ?? [] }))
    .sort((a, b) => byTime(lastOf(b), lastOf(a)))
}

/** The newest comment that a person has read on a dashboard was made then; 0 before the first. */
export function readUpTo(view: EntryView, userId: string, dashboardId: DashboardId): number {
  return getFromView(view, commentsReadSchema, commentsReadKey(userId, dashboardId))?.upTo ?? 0
}

/** Counts the comments of others on a dashboard that a person has not read. */
export function countUnread(view: EntryView, userId: string, dashboardId: DashboardId): number {
  const upTo = readUpTo(view, userId, dashboardId)
  return listComments(view, dashboardId).filter((comment) => isUnread(comment, userId, upTo)).length
}

export function isUnread({ createdBy, createdAt, deletedAt }: Comment, userId: string, upTo: number): boolean {
  return createdBy !== userId && deletedAt === null && createdAt > upTo
}

/** A comment that concerns a person: it names them, or was made in a thread of theirs. */
export interface InboxItem {
  readonly comment: Comment
  readonly dashboard: Dashboard
  readonly why: 'mention' | 'reply'
  readonly isUnread: boolean
}

/** Lists what others said to a person on dashboards in use, the newest first. */
export function listInbox(view: EntryView, userId: string): InboxItem[] {
  const comments = listFromView(view, commentSchema, commentsPrefix)
  const own = new Set<CommentId>()
  for (const comment of comments)
    if (comment.createdBy === userId || comment.mentions.includes(userId)) own.add(comment.threadId ?? comment.id)
  return comments
    .filter((comment) => comment.createdBy !== userId && comment.deletedAt === null)
    .flatMap((comment): InboxItem[] => {
      const isMentioned = comment.mentions.includes(userId)
      if (!isMentioned && (comment.threadId === null || !own.has(comment.threadId))) return []
      const dashboard = getDashboard(view, comment.dashboardId)
      if (dashboard === undefined || dashboard.deletedAt !== null) return []
      const upTo = readUpTo(view, userId, comment.dashboardId)
      return [{ comment, dashboard, why: isMentioned ? 'mention' : 'reply', isUnread: isUnread(comment, userId, upTo) }]
    })
    .sort((a, b) => byTime(b.comment, a.comment))
}

function lastOf({ first, replies }: CommentThread): Comment {
  return replies.at(-1) ?? first
}

function byTime(a: Comment, b: Comment): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
