import * as z from 'zod/mini'
import { roleAtLeast } from '../access/roles'
import { dashboardIdSchema, dashboardKey, dashboardSchema, type DashboardId } from '../dashboards/dashboard'
import { createdBy, defineMutator, updatedBy } from '../entries/define-mutator'
import { mustBeFree, mustGetEntry, type EntryTx } from '../entries/entry-tx'
import { TidemarkError } from '../errors/tidemark-error'
import {
  commentIdSchema,
  commentKey,
  commentPrefix,
  commentSchema,
  commentTextSchema,
  commentedMarkSchema,
  commentsReadKey,
  commentsReadSchema,
  markedCommentsSchema,
  maxMarkedComments,
  mentionsSchema,
  type Comment,
  type CommentId,
  type CommentsRead,
} from './comment'
import { commentMailKey, commentMailSchema } from './comment-mail'
import { isRead } from './comment-queries'
import { mustComment } from './may-comment'

const commentArgs = { id: commentIdSchema, dashboardId: dashboardIdSchema } as const

export const createComment = defineMutator({
  name: 'createComment',
  args: {
    ...commentArgs,
    threadId: commentSchema.shape.threadId,
    tileId: commentSchema.shape.tileId,
    mark: z.optional(commentedMarkSchema),
    text: commentTextSchema,
    mentions: mentionsSchema,
  },
  permission: { do: 'read-content' },
  run: async (tx, { id, dashboardId, threadId, tileId, mark, text, mentions, at }) => {
    await mustComment(tx, dashboardId)
    await mustBeFree(tx, commentKey(dashboardId, id))
    if (threadId !== null) await mustBeginThread(tx, dashboardId, threadId)
    const isAboutMark = threadId === null && tileId !== null && mark !== undefined
    await tx.set(commentKey(dashboardId, id), {
      ...{ id, dashboardId, threadId, text: text.trim(), mentions: [...new Set(mentions)] },
      // What a thread is about, its first comment says.
      tileId: threadId === null ? tileId : null,
      ...(isAboutMark ? { mark } : {}),
      ...{ editedAt: null, resolvedAt: null, resolvedBy: null, deletedAt: null },
      ...createdBy(tx, at),
    })
  },
})

export const updateComment = defineMutator({
  name: 'updateComment',
  args: { ...commentArgs, text: commentTextSchema, mentions: mentionsSchema },
  permission: { do: 'read-content' },
  run: async (tx, { id, dashboardId, text, mentions, at }) => {
    const comment = await mustGetComment(tx, dashboardId, id)
    if (comment.createdBy !== tx.actor.userId)
      throw new TidemarkError('forbidden', { detail: 'Only its author can edit a comment.' })
    await mustComment(tx, dashboardId)
    await tx.set(commentKey(dashboardId, id), {
      ...comment,
      ...{ text: text.trim(), mentions: [...new Set(mentions)], editedAt: at },
      ...updatedBy(tx, at),
    })
  },
})

export const resolveComment = defineMutator({
  name: 'resolveComment',
  args: { ...commentArgs, isResolved: z.boolean() },
  permission: { do: 'read-content' },
  run: async (tx, { id, dashboardId, isResolved, at }) => {
    await mustComment(tx, dashboardId)
    const first = await mustBeginThread(tx, dashboardId, id)
    // Somebody else was faster: theirs stands.
    if ((first.resolvedAt !== null) === isResolved) return
    const resolved = isResolved
      ? { resolvedAt: at, resolvedBy: tx.actor.userId }
      : { resolvedAt: null, resolvedBy: null }
    await tx.set(commentKey(dashboardId, id), { ...first, ...resolved, ...updatedBy(tx, at) })
  },
})

export const deleteComment = defineMutator({
  name: 'deleteComment',
  args: commentArgs,
  permission: { do: 'read-content' },
  run: async (tx, { id, dashboardId, at }) => {
    const comment = await mustGetComment(tx, dashboardId, id)
    if (comment.createdBy !== tx.actor.userId && !roleAtLeast(tx.actor.role, 'admin'))
      throw new TidemarkError('forbidden', { detail: 'Only its author and admins can delete a comment.' })
    const replies = await repliesTo(tx, dashboardId, comment.threadId ?? id)
    const key = commentKey(dashboardId, id)
    if (comment.threadId === null && replies.length > 0) {
      await tx.set(key, { ...comment, text: '', mentions: [], deletedAt: at, ...updatedBy(tx, at) })
      return
    }
    await tx.del(key)
    if (comment.threadId !== null && replies.length === 1) await endIfDeleted(tx, dashboardId, comment.threadId)
  },
})

export const readComments = defineMutator({
  name: 'readComments',
  args: { dashboardId: dashboardIdSchema, upTo: commentsReadSchema.shape.upTo },
  permission: { do: 'read-content' },
  run: async (tx, { dashboardId, upTo }) => {
    const before = await readBefore(tx, dashboardId)
    const comments = await commentsOn(tx, dashboardId)
    const later = new Set(comments.filter(({ createdAt }) => createdAt > upTo).map(({ id }) => id))
    const isMoved = upTo > before.upTo
    await setRead(tx, before, {
      // Another of their tabs may have read on.
      upTo: isMoved ? upTo : before.upTo,
      read: (before.read ?? []).filter((id) => !isMoved || later.has(id)),
      unread: (before.unread ?? []).filter((id) => later.has(id)),
    })
  },
})

export const markComments = defineMutator({
  name: 'markComments',
  args: { dashboardId: dashboardIdSchema, ids: markedCommentsSchema, isRead: z.boolean() },
  permission: { do: 'read-content' },
  run: async (tx, { dashboardId, ids, isRead: isToBeRead }) => {
    const before = await readBefore(tx, dashboardId)
    const asked = new Set(ids)
    const marked = (await commentsOn(tx, dashboardId))
      .sort((a, b) => a.createdAt - b.createdAt)
      .map((comment) => ({ ...comment, isRead: asked.has(comment.id) ? isToBeRead : isRead(comment, before) }))
    const idsWhere = (isHere: (comment: (typeof marked)[number]) => boolean) =>
      marked
        .filter(isHere)
        .map(({ id }) => id)
        .slice(-maxMarkedComments)
    await setRead(tx, before, {
      upTo: before.upTo,
      read: idsWhere((one) => one.createdAt > before.upTo && one.isRead),
      unread: idsWhere((one) => one.createdAt <= before.upTo && !one.isRead),
    })
  },
})

/** Returns what the actor has read on a dashboard that they see. Fails with `not-found`. */
async function readBefore(tx: EntryTx, dashboardId: DashboardId): Promise<CommentsRead> {
  // What the person may not see is not there for them either.
  await mustGetEntry(tx, dashboardSchema, dashboardKey(dashboardId))
  const { userId } = tx.actor
  const stored = await tx.get(commentsReadKey(userId, dashboardId))
  return stored === undefined ? { userId, dashboardId, upTo: 0 } : commentsReadSchema.parse(stored)
}

/** Stores what the actor has read, unless that is what is stored. */
async function setRead(
  tx: EntryTx,
  before: CommentsRead,
  { upTo, read, unread }: { readonly upTo: number; readonly read: CommentId[]; readonly unread: CommentId[] },
): Promise<void> {
  const isSame = (a: readonly CommentId[] = [], b: readonly CommentId[]) =>
    a.length === b.length && a.every((id, index) => id === b[index])
  if (upTo === before.upTo && isSame(before.read, read) && isSame(before.unread, unread)) return
  const { userId, dashboardId } = before
  await tx.set(commentsReadKey(userId, dashboardId), {
    ...{ userId, dashboardId, upTo },
    ...(read.length === 0 ? {} : { read }),
    ...(unread.length === 0 ? {} : { unread }),
  })
}

export const setCommentMail = defineMutator({
  name: 'setCommentMail',
  args: { isOn: commentMailSchema.shape.isOn },
  permission: { do: 'read-content' },
  run: async (tx, { isOn }) => {
    const { userId } = tx.actor
    await tx.set(commentMailKey(userId), { userId, isOn })
  },
})

/** Returns a comment that is not deleted. Fails with `not-found`. */
async function mustGetComment(tx: EntryTx, dashboardId: DashboardId, id: CommentId): Promise<Comment> {
  const comment = await mustGetEntry(tx, commentSchema, commentKey(dashboardId, id))
  if (comment.deletedAt !== null) throw new TidemarkError('not-found', { detail: commentKey(dashboardId, id) })
  return comment
}

async function mustBeginThread(tx: EntryTx, dashboardId: DashboardId, id: CommentId): Promise<Comment> {
  const first = await mustGetEntry(tx, commentSchema, commentKey(dashboardId, id))
  if (first.threadId !== null) throw new TidemarkError('invalid-mutation', { detail: 'It begins no thread.' })
  return first
}

async function repliesTo(tx: EntryTx, dashboardId: DashboardId, threadId: CommentId): Promise<readonly Comment[]> {
  return (await commentsOn(tx, dashboardId)).filter((comment) => comment.threadId === threadId)
}

async function commentsOn(tx: EntryTx, dashboardId: DashboardId): Promise<Comment[]> {
  return (await tx.scan(commentPrefix(dashboardId))).map(([, value]) => commentSchema.parse(value))
}

/** Removes the first comment of a thread that was deleted before its last answer. */
async function endIfDeleted(tx: EntryTx, dashboardId: DashboardId, threadId: CommentId): Promise<void> {
  const key = commentKey(dashboardId, threadId)
  const first = await tx.get(key)
  if (first !== undefined && commentSchema.parse(first).deletedAt !== null) await tx.del(key)
}
