/**
 * Reads a number as people type it: `1200`, `-3.5`, `1e6`, `25%`, or with its thousands apart, `1,200,000.5`. null if it is
 * none. A single comma or dot with three digits behind it is read as in English.
 */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim().replace(/^[−–]/, '-')
  const isPercent = trimmed.endsWith('%')
  const digits = withoutGroups(isPercent ? trimmed.slice(0, -1).trim() : trimmed)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return null
  const value = Number(digits) / (isPercent ? 100 : 1)
  if (Math.abs(value) > largestTyped) return null
  return Math.abs(value) < 1 / largestTyped ? 0 : value
}

/** As for the values that are drawn. */
const largestTyped = 1e100

const groupedForms = [
  { form: /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/, group: ',' },
  { form: /^[+-]?\d{1,3}([ \u{a0}\u{202f}]\d{3})+(\.\d+)?$/u, group: /[ \u{a0}\u{202f}]/gu },
  { form: /^[+-]?\d{1,3}(['’]\d{3})+(\.\d+)?$/, group: /['’]/g },
  { form: /^[+-]?\d{1,3}(\.\d{3}){2,}$/, group: '.' },
] as const

/** Returns the digits without the signs between thousands. */
function withoutGroups(text: string): string {
  const grouped = groupedForms.find(({ form }) => form.test(text))
  return grouped === undefined ? text : text.replaceAll(grouped.group, '')
}
