/** Returns true if a text has no control characters and no unpaired surrogates. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** Cuts a text to a length without leaving half a character at its end. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cs}$/u, '')
}
