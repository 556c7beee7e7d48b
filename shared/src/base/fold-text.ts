/** Without case and accents, for comparing: `café` and `CAFE` are the same. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
