import { cutText } from '../base/plain-text'

/** Returns the words of a comment on one line, without the marks of Markdown. */
export function commentExcerpt(text: string, maxLength: number): string {
  const plain = text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, '')
    .replaceAll(/\*\*|__|~~|`+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cutText(plain, maxLength)
}
