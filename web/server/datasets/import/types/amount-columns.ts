import type { DuckDBConnection } from '@duckdb/node-api'
import { percentSign } from '@tidemark/shared/query/number-sign'
import { gatherEvidence } from './column-evidence'
import {
  hasAmounts,
  hasBareNumbers,
  hasParentheses,
  isAmountColumn,
  isExactAsDouble,
  isWhole,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  type Marks,
} from './column-type'
import { mustAt, readRows } from '../import-source'
import { amountSignSql, bareAmountSql, groupGapSql, plusMinus, plusMinusSql } from './value-class'

/**
 * Decides how to read columns of amounts, by index: as numbers without their sign, which becomes part of the reading,
 * and without gaps between thousands. Both must be the same in the whole column. Parentheses or another minus mean
 * negative. Takes two scans of `from` if there are such columns.
 */
export async function readAmountColumns(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  { evidence, marks }: { readonly evidence: readonly ColumnEvidence[]; readonly marks: Marks },
): Promise<ReadonlyMap<number, ColumnReading>> {
  const found = evidence.flatMap((column, index) => (isAmountColumn(column) ? [index] : []))
  if (found.length === 0) return new Map()
  const signs = await gatherSigns(
    connection,
    from,
    found.map((index) => mustAt(texts, index)),
  )
  const names = found.map((_, position) => `bare${position}`)
  // Computed in a subquery, so that the sign is removed once and not in each comparison.
  const stripped = found.map((index, position) => `${bareAmountSql(mustAt(texts, index))} AS bare${position}`)
  const bare = await gatherEvidence(connection, `(SELECT ${stripped.join(', ')} FROM ${from})`, names)
  return new Map(
    found.map((index, position) => [
      index,
      amountReading(mustAt(evidence, index), mustAt(bare, position), mustAt(signs, position), marks),
    ]),
  )
}

/** The signs and gaps in a column's amounts, up to two of each. */
interface AmountSigns {
  readonly signs: readonly string[]
  /** `space` or `apostrophe`. */
  readonly gaps: readonly string[]
  /** The number of characters of every value; null if they differ. */
  readonly length: number | null
  /** The bits of `plusMinus` that occur. */
  readonly plusMinus: number
  /** True if a whole number in parentheses is too large for a footnote and not a year. */
  readonly hasLargeParenthesised: boolean
}

async function gatherSigns(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
): Promise<readonly AmountSigns[]> {
  const values = texts.flatMap((text) => [amountSignSql(text), groupGapSql(text), `length(trim(${text}))`])
  const plusMinuses = texts.map((text) => `bit_or(${plusMinusSql(text)})`)
  const larges = texts.map((text) => `bool_or(regexp_full_match(trim(${text}), '${largeParenthesised}'))`)
  const ends = values.flatMap((value) => [`min(${value})`, `max(${value})`])
  const [row = []] = await readRows(
    connection,
    `SELECT ${[...ends, ...plusMinuses, ...larges].join(', ')} FROM ${from}`,
  )
  return texts.map((_, position) => {
    const endsOf = (at: number) => row.slice(position * 6 + at * 2, position * 6 + at * 2 + 2)
    const found = (at: number) => [...new Set(endsOf(at))].filter((value) => typeof value === 'string')
    const [shortest, longest] = endsOf(2)
    return {
      signs: found(0),
      gaps: found(1),
      length: shortest === longest ? Number(shortest) : null,
      plusMinus: Number(row[texts.length * 6 + position]),
      hasLargeParenthesised: row[texts.length * 7 + position] === true,
    }
  })
}

/** Matches (120) and (1200), but not (12) and (2019). */
const largeParenthesised = '[(]([0-9]{3}|[0-9]{5,}|(1[0-7]|2[1-9]|[03-9][0-9])[0-9]{2})[)]'

/** With gaps between thousands, neither commas nor points group them. */
const gapMarks: Marks = { commas: 'either', points: 'unknown' }
/**
 * The lengths of numbers such as 123 456 789 and 12 345 678 901, which identify companies and people. A column of whole
 * numbers that all have one of these lengths, with spaces, is kept as text.
 */
const registerLengths = new Set([11, 14])

function amountReading(
  evidence: ColumnEvidence,
  bare: ColumnEvidence,
  { signs, gaps, length, plusMinus: found, hasLargeParenthesised }: AmountSigns,
  marks: Marks,
): ColumnReading {
  const asText = readColumnAs(evidence, marks)
  if (signs.length > 1) return { ...asText, note: '{} has amounts of several currencies and was kept as text.' }
  if (gaps.length > 1)
    return { ...asText, note: '{} has both spaces and apostrophes between thousands and was kept as text.' }
  const [sign = null] = signs
  const [gap = null] = gaps
  if (gap === 'space' && sign === null && isWhole(bare) && registerLengths.has(length ?? 0))
    return {
      ...asText,
      note: '{} has the same number of digits in each value, separated by spaces, and was kept as text.',
    }
  const has = (one: keyof typeof plusMinus) => (found & plusMinus[one]) !== 0
  // Grades are 2+ and 2-, and country calling codes +49.
  if (has('trailingMinus') && (has('minus') || has('mathMinus') || !hasAmounts(bare)))
    return { ...asText, note: '{} has a minus after its numbers and was kept as text.' }
  if (sign !== percentSign && has('plus') && !has('minus') && !has('mathMinus') && !hasAmounts(bare))
    return { ...asText, note: '{} has whole numbers with a plus and was kept as text.' }
  const reading = readColumnAs(bare, gap === null ? marks : gapMarks)
  const mayBeFootnotes = sign === null && gap === null && !hasAmounts(bare)
  const areOwed = hasLargeParenthesised && hasBareNumbers(evidence)
  if (hasParentheses(evidence) && mayBeFootnotes && !areOwed) return asText
  if (reading.isText) return reading.note === undefined ? asText : { ...asText, note: reading.note }
  const notes = [
    ...(sign === null ? [] : [signNote(sign)]),
    ...(hasParentheses(evidence) ? ['In {} numbers in parentheses were read as negative.'] : []),
    ...(has('trailingMinus') ? ['In {} a minus behind a number was read as one before it.'] : []),
    ...(gap === null ? [] : [`In {} the ${gap}s between thousands were left out.`]),
    ...(reading.note === undefined ? [] : [reading.note]),
  ]
  const note = notes.length === 0 ? {} : { note: notes.join(' ') }
  if (sign !== percentSign)
    return { ...reading, cast: (v) => reading.cast(bareAmountSql(v)), ...note, ...(sign === null ? {} : { sign }) }
  const { plain } = reading
  if (plain === undefined || !isExactAsDouble(bare)) return asText
  // Appends an exponent to the text, because dividing would turn 12.3% into 0.12300000000000001.
  const cast = (v: string) => `TRY_CAST(concat(${plain(bareAmountSql(v))}, 'e-2') AS DOUBLE)`
  return { databaseType: 'DOUBLE', isText: false, cast, ...note, sign }
}

function signNote(sign: string): string {
  return sign === percentSign
    ? '{} has percentages and was read as numbers: 12.5% is 0.125.'
    : `{} was read as numbers, which are shown with the sign ${sign}.`
}
