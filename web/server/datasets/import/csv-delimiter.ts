import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { CsvScanner } from './csv-scanner'

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * The delimiter of a CSV text, from its first records: the one that cuts most of them into the same number of values,
 * as many as possible. A text that none of them cuts has one column.
 *
 * isWhole: whether the sample is the whole text; otherwise its last record may be cut off and does not count.
 * preferred: wins where the text alone does not decide.
 */
export function detectDelimiter(sample: string, isWhole: boolean, preferred: Delimiter): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: preferred, score: 0 }
  for (const delimiter of [preferred, ...delimiters.filter((other) => other !== preferred)]) {
    const score = delimiterScore(recordWidths(sample, isWhole, delimiter))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** As spreadsheets have it in a first line, `sep=;`, which is no record; null where there is none. headLength: of that line. */
export function declaredDelimiter(
  sample: string,
): { readonly delimiter: Delimiter; readonly headLength: number } | null {
  const [line, sign] = /^sep=(.)\r?\n/i.exec(sample) ?? []
  const delimiter = delimiters.find((known) => known === sign)
  return line === undefined || delimiter === undefined ? null : { delimiter, headLength: line.length }
}

/** Agreement of the records with the first one decides; the number of columns only between equals. */
function delimiterScore(widths: readonly number[]): number {
  const header = widths[0] ?? 1
  if (header < 2) return 0
  return widths.filter((width) => width === header).length / widths.length + Math.min(header, 1000) / 10_000
}

function recordWidths(sample: string, isWhole: boolean, delimiter: Delimiter): readonly number[] {
  const widths: number[] = []
  const scanner = new CsvScanner(delimiter, { onRecord: (values) => widths.push(values.length), widths: 'any' })
  try {
    scanner.push(sample)
    if (isWhole) scanner.end()
  } catch (thrown) {
    // Quotes that make no sense with this delimiter: the records before them still count.
    if (!(thrown instanceof TidemarkError)) throw thrown
  }
  return widths
}
