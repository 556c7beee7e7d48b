import { cutText } from '@tidemark/shared/base/plain-text'

/** Longer comments are cut, because they are only shown in passing. */
const longestComment = 1000

/** Returns a database's comment as a field of its schema; no field if there is none. */
export function commentOf(text: unknown): { readonly comment?: string } {
  const comment = typeof text === 'string' ? cutText(text.trim(), longestComment) : ''
  return comment === '' ? {} : { comment }
}
