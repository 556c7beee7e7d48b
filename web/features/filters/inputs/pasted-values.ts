/**
 * Returns the values in a pasted list, each once: cells, lines and what is between semicolons or, where there is one of these
 * alone, what is between commas. Quotes around a value and commas after it are left out, as in a list of SQL. A single value
 * is no list: empty then. hasSemicolons: true if values have some themselves, which then separate nothing.
 */
export function pastedValues(text: string, hasSemicolons = false): readonly string[] {
  const cells = text.split(/[\r\n\t]+/).flatMap((cell) => (hasSemicolons ? [cell] : between(';', cell)))
  const written = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const values = written.length > 1 ? written.map((cell) => cell.replace(/,$/, '')) : between(',', written[0] ?? '')
  const unquoted = values.map(withoutQuotes).filter((value) => value !== '')
  return unquoted.length > 1 ? [...new Set(unquoted)] : []
}

const partPatterns = { ',': /(?:"(?:[^"]|"")*"|[^,])+/g, ';': /(?:"(?:[^"]|"")*"|[^;])+/g } as const

/** Splits at the commas or semicolons outside of double quotes. */
function between(separator: keyof typeof partPatterns, line: string): readonly string[] {
  return (line.match(partPatterns[separator]) ?? []).map((value) => value.trim())
}

function withoutQuotes(value: string): string {
  const [quote = ''] = value
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  return (isQuoted ? value.slice(1, -1).replaceAll(quote + quote, quote) : value).trim()
}

/** The values of a pasted list that can be looked for, and how many are beyond what an address holds. */
export function boundedValues(
  values: readonly string[],
  {
    most,
    maxLength,
    maxCharacters,
  }: { readonly most: number; readonly maxLength: number; readonly maxCharacters: number },
): { readonly taken: readonly string[]; readonly leftOutCount: number } {
  const taken: string[] = []
  let characters = 0
  for (const value of values) {
    characters += encodeURIComponent(value).length + 3
    if (taken.length === most || value.length > maxLength || characters > maxCharacters) break
    taken.push(value)
  }
  return { taken, leftOutCount: values.length - taken.length }
}

/** The lines of a pasted list that are values beside the chosen ones, and how many are too many or too long. */
export function newValues(
  lines: readonly string[],
  chosen: readonly (string | null)[],
  { most, maxLength }: { readonly most: number; readonly maxLength: number },
): { readonly taken: readonly string[]; readonly leftOutCount: number } {
  const values = [...new Set(lines)].filter((line) => line !== '' && !chosen.includes(line))
  const taken = values.filter((value) => value.length <= maxLength).slice(0, Math.max(0, most - chosen.length))
  return { taken, leftOutCount: values.length - taken.length }
}
