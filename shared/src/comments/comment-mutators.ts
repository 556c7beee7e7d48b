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
  mentionsSchema,
  type Comment,
  type CommentId,
} from './comment'
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
    // What the person may not see is not there for them either.
    await mustGetEntry(tx, dashboardSchema, dashboardKey(dashboardId))
    const { userId } = tx.actor
    const key = commentsReadKey(userId, dashboardId)
    const stored = await tx.get(key)
    // Another of their tabs may have read on.
    if (stored !== undefined && commentsReadSchema.parse(stored).upTo >= upTo) return
    await tx.set(key, { userId, dashboardId, upTo })
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
  const comments = (await tx.scan(commentPrefix(dashboardId))).map(([, value]) => commentSchema.parse(value))
  return comments.filter((comment) => comment.threadId === threadId)
}

/** Removes the first comment of a thread that was deleted before its last answer. */
async function endIfDeleted(tx: EntryTx, dashboardId: DashboardId, threadId: CommentId): Promise<void> {
  const key = commentKey(dashboardId, threadId)
  const first = await tx.get(key)
  if (first !== undefined && commentSchema.parse(first).deletedAt !== null) await tx.del(key)
}
