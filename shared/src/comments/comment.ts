import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { dashboardIdSchema, tileIdSchema, type DashboardId } from '../dashboards/dashboard'
import { authorshipShape } from '../entries/define-mutator'
import type { EntryKey } from '../entries/entry-tx'
import { commentMailPrefix } from './comment-mail'

export const commentIdSchema = idSchema.brand<'CommentId'>()
export type CommentId = z.infer<typeof commentIdSchema>

export const maxCommentText = 5000
export const maxMentions = 20

const columnSchema = z.string().check(z.maxLength(255))
const boundSchema = z.union([z.string().check(z.maxLength(1000)), z.number(), z.null()])

/** A value or range of a column that a mark stands for; the form of the marks chosen on a dashboard. */
const markPartSchema = z.discriminatedUnion('kind', [
  z.object({
    column: columnSchema,
    kind: z.literal('values'),
    values: z.array(z.nullable(z.string().check(z.maxLength(1000)))).check(z.maxLength(20)),
  }),
  z.object({
    column: columnSchema,
    kind: z.literal('range'),
    from: boundSchema,
    to: boundSchema,
    isToIn: z.boolean(),
  }),
])

/**
 * The mark that a comment is about, by the values of its columns, so that it is found again wherever it is drawn. label:
 * its words when the comment was written, without its number, such as `March 2026 · South`. measure: the column whose value it showed.
 */
export const commentedMarkSchema = z.object({
  label: z.string().check(z.maxLength(300)),
  parts: z.array(markPartSchema).check(z.minLength(1), z.maxLength(8)),
  measure: z.optional(columnSchema),
})
export type CommentedMark = z.infer<typeof commentedMarkSchema>

const userIdSchema = z.string().check(z.minLength(1), z.maxLength(64))
const timeSchema = z.int().check(z.minimum(0))

/** As somebody gives it: Markdown with something to see in it. */
export const commentTextSchema = z.string().check(
  z.maxLength(maxCommentText),
  z.refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'a comment has a text'),
)

export const mentionsSchema = z.array(userIdSchema).check(z.maxLength(maxMentions))

/**
 * A comment on a dashboard, at `comment/<dashboardId>/<id>`; whoever sees the dashboard sees it. threadId: the first
 * comment of its thread; null for that one, which says what the thread is about. tileId: null for the dashboard as a
 * whole. mentions: the people named with `@`. resolvedAt: null while the thread is open. deletedAt: set on a first comment
 * that was deleted while others had answered; its text is then empty. Times are in Unix milliseconds.
 */
export const commentSchema = z.object({
  id: commentIdSchema,
  dashboardId: dashboardIdSchema,
  threadId: z.nullable(commentIdSchema),
  tileId: z.nullable(tileIdSchema),
  mark: z.optional(commentedMarkSchema),
  text: z.string().check(z.maxLength(maxCommentText)),
  mentions: mentionsSchema,
  editedAt: z.nullable(timeSchema),
  resolvedAt: z.nullable(timeSchema),
  resolvedBy: z.nullable(userIdSchema),
  deletedAt: z.nullable(timeSchema),
  ...authorshipShape,
})
export type Comment = z.infer<typeof commentSchema>

/** Most comments that are marked by themselves on one dashboard; of more, the newest keep their mark. */
export const maxMarkedComments = 200
export const markedCommentsSchema = z.array(commentIdSchema).check(z.maxLength(maxMarkedComments))

/** How far a person has read the comments of a dashboard, at `comments-read/<userId>/<dashboardId>`; they alone see it. */
export const commentsReadSchema = z.object({
  userId: userIdSchema,
  dashboardId: dashboardIdSchema,
  /** The newest comment that they have read was made then. */
  upTo: timeSchema,
  /** Later ones that they have marked as read, and earlier ones that they have marked as unread. */
  read: z.optional(markedCommentsSchema),
  unread: z.optional(markedCommentsSchema),
})
export type CommentsRead = z.infer<typeof commentsReadSchema>

/** The key prefix of the comments on all dashboards. */
export const commentsPrefix = 'comment/'

export function commentPrefix(dashboardId: DashboardId): EntryKey {
  return `${commentsPrefix}${dashboardId}/`
}

export function commentKey(dashboardId: DashboardId, id: CommentId): EntryKey {
  return `${commentPrefix(dashboardId)}${id}`
}

export const commentsReadPrefix = 'comments-read/'

export function commentsReadOf(userId: string): EntryKey {
  return `${commentsReadPrefix}${userId}/`
}

export function commentsReadKey(userId: string, dashboardId: DashboardId): EntryKey {
  return `${commentsReadOf(userId)}${dashboardId}`
}

/** True for entries of conversations, which undo and history leave alone. */
export function isOfComments(key: EntryKey): boolean {
  return [commentsPrefix, commentsReadPrefix, commentMailPrefix].some((prefix) => key.startsWith(prefix))
}
