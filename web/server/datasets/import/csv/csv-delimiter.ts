import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { countPreamble, filledCount, isBlank } from './csv-preamble'
import { CsvScanner, type CsvValue } from './csv-scanner'
import { groupedNames } from './grouped-names'
import { isHeaderRow } from './header-row'

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A record at the beginning of a file. offset: characters before it. */
export interface SampleRecord {
  readonly values: readonly CsvValue[]
  readonly line: number
  readonly offset: number
}

/**
 * Where the table begins in a CSV text. head: the lines above it. groupedNames: the column names if a row of groups
 * precedes the row of names. headLength, headLines: length of the lines above, including the row of groups.
 * firstRecord: the table's first record, empty if the sample does not contain all of it. hasHeader: true if that record
 * has the names.
 */
export interface CsvLayout {
  readonly delimiter: Delimiter
  readonly head: readonly SampleRecord[]
  readonly groupedNames: readonly string[] | null
  readonly headLength: number
  readonly headLines: number
  readonly firstRecord: readonly CsvValue[]
  readonly hasHeader: boolean
}

/**
 * Determines the delimiter of a CSV text from its first records: the one that splits most of them into the same number
 * of values, and as many as possible. If none splits any record, the text has one column. Lines above the table are
 * ignored.
 *
 * isWhole: the sample is the whole text; otherwise its last record may be cut off and is ignored. preferred: decides
 * between equals. hasHeader: null if it must be detected.
 */
export function detectLayout(
  sample: string,
  isWhole: boolean,
  preferred: Delimiter,
  hasHeader: boolean | null,
): CsvLayout {
  const declared = declaredDelimiter(sample)
  if (declared !== null) {
    const { delimiter, headLength } = declared
    const layout = finished(layoutOf(sample.slice(headLength), isWhole, delimiter, hasHeader), hasHeader)
    return { ...layout, headLength: headLength + layout.headLength, headLines: 1 + layout.headLines }
  }
  const [first, ...others] = [preferred, ...delimiters.filter((other) => other !== preferred)].map((delimiter) =>
    layoutOf(sample, isWhole, delimiter, hasHeader),
  )
  if (first === undefined) throw new Error('no delimiters')
  return finished(
    others.reduce((best, other) => (other.score > best.score ? other : best), first),
    hasHeader,
  )
}

/**
 * Reads the line `sep=;` with which spreadsheets declare the delimiter, which is not a record; null if there is none.
 * headLength: of that line.
 */
function declaredDelimiter(sample: string): { readonly delimiter: Delimiter; readonly headLength: number } | null {
  const [line, sign] = /^sep=(.)\r?\n/i.exec(sample) ?? []
  const delimiter = delimiters.find((known) => known === sign)
  return line === undefined || delimiter === undefined ? null : { delimiter, headLength: line.length }
}

interface Candidate {
  readonly layout: Omit<CsvLayout, 'firstRecord' | 'hasHeader'>
  readonly table: readonly (readonly CsvValue[])[]
  readonly score: number
}

/** The number of rows that are considered when detecting a header. */
const headRows = 1_000

function finished({ layout, table }: Candidate, hasHeader: boolean | null): CsvLayout {
  const [first = [], ...below] = table.slice(0, headRows)
  return {
    ...layout,
    firstRecord: first,
    hasHeader: hasHeader ?? (layout.groupedNames !== null || isHeaderRow(first, below)),
  }
}

function layoutOf(sample: string, isWhole: boolean, delimiter: Delimiter, hasHeader: boolean | null): Candidate {
  const records = sampleRecords(sample, isWhole, delimiter)
  const filledFrom = (first: number) => records.slice(first).filter(({ values }) => !isBlank(values))
  const titleCount = Math.max(
    0,
    records.findIndex(({ values }) => filledCount(values) > 1),
  )
  const grouped = hasHeader === false ? null : groupedNames(filledFrom(titleCount).map(({ values }) => values))
  const count = grouped === null ? countPreamble(records.map(({ values }) => values)) : titleCount
  const filled = filledFrom(count)
  const table = filled.map(({ values }) => values)
  const width = table[0]?.length ?? 1
  // Delimiters at the end of a record with no values after them are ignored.
  const widths = table.map((values) => (filledCount(values) <= width ? Math.min(values.length, width) : values.length))
  const header = grouped !== null ? filled[1] : count === 0 ? undefined : records[count]
  const layout = {
    delimiter,
    head: records.slice(0, count),
    groupedNames: grouped,
    headLength: header?.offset ?? 0,
    headLines: header === undefined ? 0 : header.line - 1,
  }
  return { layout, table, score: delimiterScore(widths, count > 0) }
}

/**
 * Scores a delimiter. The share of records as wide as the first one decides. In close cases a table without lines above
 * it is more likely, but not one whose first two records differ. The number of columns only decides between equals.
 */
function delimiterScore(widths: readonly number[], hasHead: boolean): number {
  const [header = 1, second = header] = widths
  if (header < 2) return 0
  const agreement = widths.filter((width) => width === header).length / widths.length
  const doubt = second === header ? Number(hasHead) : 2
  return Math.max(0, agreement - doubt * 0.2) + Math.min(header, 1000) / 10_000
}

function sampleRecords(sample: string, isWhole: boolean, delimiter: Delimiter): readonly SampleRecord[] {
  const records: SampleRecord[] = []
  const scanner = new CsvScanner(delimiter, {
    onRecord: (values, { line, offset }) => records.push({ values, line, offset }),
    widths: 'any',
  })
  try {
    scanner.push(sample)
    if (isWhole) scanner.end()
  } catch (thrown) {
    // The quotes make no sense with this delimiter, but the records before them count.
    if (!(thrown instanceof TidemarkError)) throw thrown
  }
  return records
}
