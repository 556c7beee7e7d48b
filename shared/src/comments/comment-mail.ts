import * as z from 'zod/mini'
import { getFromView, type EntryKey, type EntryView } from '../entries/entry-tx'

/** The choice of a person whether comments are mailed to them, at `comment-mail/<userId>`; they alone see it. */
export const commentMailSchema = z.object({
  userId: z.string().check(z.minLength(1), z.maxLength(64)),
  isOn: z.boolean(),
})

export const commentMailPrefix = 'comment-mail/'

export function commentMailKey(userId: string): EntryKey {
  return `${commentMailPrefix}${userId}`
}

/** Returns true unless the person has switched such mails off. */
export function hasCommentMail(view: EntryView, userId: string): boolean {
  return getFromView(view, commentMailSchema, commentMailKey(userId))?.isOn ?? true
}
