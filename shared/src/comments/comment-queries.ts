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
  type CommentsRead,
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

/**
 * Groups comments into threads, the one that began last first, so that a reply moves none. Replies without a first
 * comment are left out.
 */
export function threadsOf(comments: readonly Comment[]): CommentThread[] {
  const replies = new Map<CommentId, Comment[]>()
  for (const comment of comments)
    if (comment.threadId !== null) replies.set(comment.threadId, [...(replies.get(comment.threadId) ?? []), comment])
  return comments
    .filter(({ threadId }) => threadId === null)
    .map((first) => ({ first, replies: replies.get(first.id) ?? [] }))
    .sort((a, b) => byTime(b.first, a.first))
}

/** Returns what a person has read on a dashboard; undefined before the first. */
export function getCommentsRead(view: EntryView, userId: string, dashboardId: DashboardId): CommentsRead | undefined {
  return getFromView(view, commentsReadSchema, commentsReadKey(userId, dashboardId))
}

/** Counts the comments of others on a dashboard that a person has not read. */
export function countUnread(view: EntryView, userId: string, dashboardId: DashboardId): number {
  const read = getCommentsRead(view, userId, dashboardId)
  return listComments(view, dashboardId).filter((comment) => isUnread(comment, userId, read)).length
}

export function isUnread(comment: Comment, userId: string, read: CommentsRead | undefined): boolean {
  return comment.createdBy !== userId && comment.deletedAt === null && !isRead(comment, read)
}

/** Returns true if a comment is among what was read, whoever wrote it. */
export function isRead({ id, createdAt }: Pick<Comment, 'id' | 'createdAt'>, read: CommentsRead | undefined): boolean {
  if (read === undefined) return false
  return createdAt > read.upTo ? (read.read?.includes(id) ?? false) : !(read.unread?.includes(id) ?? false)
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
      const read = getCommentsRead(view, userId, comment.dashboardId)
      return [{ comment, dashboard, why: isMentioned ? 'mention' : 'reply', isUnread: isUnread(comment, userId, read) }]
    })
    .sort((a, b) => byTime(b.comment, a.comment))
}

export function countUnreadInbox(view: EntryView, userId: string): number {
  return listInbox(view, userId).filter((item) => item.isUnread).length
}

function byTime(a: Comment, b: Comment): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
