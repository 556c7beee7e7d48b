import { cutText } from '@tidemark/shared/base/plain-text'

/** Longer ones are cut: they are read in passing. */
const longestComment = 1000

/** A comment of the database as its schema has it; nothing where nobody wrote one. */
export function commentOf(text: unknown): { readonly comment?: string } {
  const comment = typeof text === 'string' ? cutText(text.trim(), longestComment) : ''
  return comment === '' ? {} : { comment }
}
