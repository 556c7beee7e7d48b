/** Reads a number as people type it: `1200`, `-3.5`, `1e6`, `25%`. null if it is none. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim().replace(/^[−–]/, '-')
  const isPercent = trimmed.endsWith('%')
  const digits = isPercent ? trimmed.slice(0, -1).trim() : trimmed
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return null
  const value = Number(digits) / (isPercent ? 100 : 1)
  if (Math.abs(value) > largestTyped) return null
  return Math.abs(value) < 1 / largestTyped ? 0 : value
}

/** As for the values that are drawn. */
const largestTyped = 1e100
