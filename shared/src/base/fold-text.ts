/** Removes case and accents for comparing: `café` and `CAFE` become equal. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
