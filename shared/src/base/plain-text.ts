/** True if a text is all characters: no control characters, which no name has, and no half of one. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** The beginning of a text, at most so long, without half a character at its end. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cs}$/u, '')
}
