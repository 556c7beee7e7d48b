/** Whether a text is all characters: no control characters, which no name has, and no half of one. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
