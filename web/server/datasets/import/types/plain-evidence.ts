import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnEvidence } from './column-type'
import { readRows } from '../import-source'
import { valueClasses } from './value-class'

const { int32, int64, fraction, exponent, pointEither, boolean, date, timestamp, marker, currency, text } = valueClasses

/** The apparent kind of a column whose values are all written alike. scale: number of decimals, equal in all values. */
type PlainKind =
  | { readonly kind: 'integer' | 'fraction' | 'boolean' | 'date' | 'timestamp' | 'words' }
  | { readonly kind: 'decimal'; readonly scale: number }

/** The checks for a kind of column, and the evidence that follows from them. */
interface PlainCheck {
  /**
   * Returns SQL that is true if a value is certainly of this kind, false if the patterns of `valueClassSql` must
   * decide.
   */
  readonly fits: (v: string) => string
  /** Returns SQL aggregates over a column whose values all fit. */
  readonly facts: (v: string) => readonly string[]
  readonly evidence: (facts: readonly number[]) => Partial<ColumnEvidence>
}

/**
 * Returns the condition that a value survives a cast and back. This is far cheaper than a pattern, and exact: a value
 * in another form does not survive.
 */
const comesBack = (v: string, type: string, written = v) => `CAST(TRY_CAST(${v} AS ${type}) AS VARCHAR) = ${written}`
const point = (v: string) => `strpos(${v}, '.')`
const scale = (v: string) => `CASE WHEN ${point(v)} = 0 THEN 0 ELSE strlen(${v}) - ${point(v)} END`
const wholeDigits = (v: string) =>
  `strlen(${v}) - CASE WHEN ${point(v)} = 0 THEN 0 ELSE strlen(${v}) - ${point(v)} + 1 END - CASE WHEN starts_with(${v}, '-') THEN 1 ELSE 0 END`
const isPointEither = (v: string) =>
  `(${point(v)} > 1 AND strlen(${v}) - ${point(v)} = 3 AND ${wholeDigits(v)} <= 3 AND NOT starts_with(${v}, '0') AND NOT starts_with(${v}, '-0'))`

/** Returns SQL for the digits of the longest whole part, given the minimum and maximum of the numbers. */
const longestWhole = (least: string, most: string) => {
  const digits = (number: string) => `strlen(replace(split_part(CAST(${number} AS VARCHAR), '.', 1), '-', ''))`
  return `greatest(${digits(least)}, ${digits(most)})`
}

/** Returns the condition that a text that begins with a letter is not a date in words. */
const isNoDate = (v: string) =>
  `CASE WHEN strlen(${v}) < 10 THEN true ELSE NOT regexp_matches(${v}, '^[A-Za-z]{3,9} [0-9]') END`

/** Checks for decimals such as money: each value has the same number of decimals. */
function decimalCheck(scale: number): PlainCheck {
  const type = `DECIMAL(18,${scale})`
  const isEither = (x: string) => (scale === 3 ? `(${x} >= 1 AND ${x} < 1000 OR ${x} <= -1 AND ${x} > -1000)` : 'false')
  return {
    fits: (v) => `(strlen(${v}) <= 16 AND ${comesBack(v, type)})`,
    facts: (v) => {
      const x = `TRY_CAST(${v} AS ${type})`
      return [
        `max(CASE WHEN ${isEither(x)} THEN 0 ELSE 1 END)`,
        `max(CASE WHEN ${isEither(x)} THEN 1 ELSE 0 END)`,
        longestWhole(`min(${x})`, `max(${x})`),
      ]
    },
    evidence: ([fractions = 0, either = 0, maxDigitsBeforePoint = 0]) => ({
      classes: fractions * fraction + either * pointEither,
      maxDigitsBeforePoint,
      minScale: scale,
      maxScale: scale,
    }),
  }
}

const checks: Readonly<Record<Exclude<PlainKind['kind'], 'decimal'>, PlainCheck>> = {
  integer: {
    fits: (v) => comesBack(v, 'BIGINT'),
    facts: (v) => {
      const x = `TRY_CAST(${v} AS BIGINT)`
      return [
        `max(CASE WHEN ${x} BETWEEN -999999999 AND 999999999 THEN 1 ELSE 0 END)`,
        longestWhole(`min(${x})`, `max(${x})`),
      ]
    },
    evidence: ([hasShort = 0, longest = 0]) => ({
      classes: hasShort * int32 + (longest > 9 ? int64 : 0),
      maxDigitsBeforePoint: longest,
    }),
  },
  fraction: {
    fits: (v) =>
      `(regexp_full_match(${v}, '0|-?[1-9][0-9]{0,8}|-?(0|[1-9][0-9]*)[.][0-9]+') AND (strlen(${v}) <= 16 OR ${comesBack(v, 'DOUBLE')}))`,
    facts: (v) => [
      `max(CASE WHEN ${point(v)} = 0 THEN 1 ELSE 0 END)`,
      `max(CASE WHEN ${point(v)} > 0 AND NOT ${isPointEither(v)} THEN 1 ELSE 0 END)`,
      `max(CASE WHEN ${isPointEither(v)} THEN 1 ELSE 0 END)`,
      `max(${wholeDigits(v)})`,
      `min(${scale(v)})`,
      `max(${scale(v)})`,
    ],
    evidence: ([whole = 0, fractions = 0, either = 0, maxDigitsBeforePoint = 0, minScale = 0, maxScale = 0]) => ({
      classes: whole * int32 + fractions * fraction + either * pointEither,
      maxDigitsBeforePoint,
      minScale,
      maxScale,
    }),
  },
  boolean: {
    fits: (v) => `lower(${v}) IN ('true', 'false', 'yes', 'no')`,
    facts: (v) => [`count_if(lower(${v}) = 'no')`],
    evidence: ([noCount = 0]) => ({ classes: boolean, noCount }),
  },
  date: {
    fits: (v) => `(strlen(${v}) = 10 AND ${comesBack(v, 'DATE')})`,
    facts: () => [],
    evidence: () => ({ classes: date }),
  },
  timestamp: {
    // Requires a year of four digits that is not BC.
    fits: (v) => `(${v}[5] = '-' AND ${v}[-1] <> ')' AND ${comesBack(v, 'TIMESTAMP', `replace(${v}, 'T', ' ')`)})`,
    facts: () => [],
    evidence: () => ({ classes: timestamp }),
  },
  words: {
    // No number begins with a letter, and only dates in words do. CASE is used because the engine evaluates both sides
    // of AND and OR for every value.
    fits: (v) =>
      `CASE WHEN ${v} >= 'A' AND ${v} < '[' OR ${v} >= 'a' AND ${v} < '{' THEN ${isNoDate(v)}
        WHEN ${v} >= '\u0080' THEN regexp_matches(${v}, '^\\p{L}') ELSE false END`,
    facts: () => [],
    evidence: () => ({ classes: text }),
  },
}

const integers = int32 | int64
const kindsByClasses: readonly (readonly [classes: number, kind: keyof typeof checks])[] = [
  [integers, 'integer'],
  [int32 | fraction | pointEither, 'fraction'],
  [boolean, 'boolean'],
  [date, 'date'],
  [timestamp, 'timestamp'],
]

/** Values with more decimals rarely all have the same number. */
const mostDecimals = 6

/** Returns the kind that all values of a sample share; null if there is none. */
function plainKindOf({ classes, minScale, maxScale }: ColumnEvidence): PlainKind | null {
  if (classes === 0) return null
  // Other classes that begin with a letter do not matter if there is a text.
  if ((classes & text) !== 0)
    return (classes & ~(text | marker | boolean | exponent | currency)) === 0 ? { kind: 'words' } : null
  const isDecimal = (classes & ~(fraction | pointEither)) === 0 && minScale === maxScale && maxScale <= mostDecimals
  if (isDecimal) return { kind: 'decimal', scale: maxScale }
  const kind = kindsByClasses.find(([of]) => (classes & ~of) === 0)?.[1]
  return kind === undefined ? null : { kind }
}

/**
 * Gathers the evidence of plain columns by index, in one scan. The kind suggested by the sample is checked for every
 * value; other columns are left to the patterns. sample: the evidence of the first rows.
 */
export async function gatherPlainEvidence(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  sample: readonly ColumnEvidence[],
): Promise<ReadonlyMap<number, ColumnEvidence>> {
  const columns = sample.flatMap((evidence, index) => {
    const plain = plainKindOf(evidence)
    const text = texts[index]
    if (plain === null || text === undefined) return []
    return [
      {
        index,
        text,
        kind: plain.kind,
        check: plain.kind === 'decimal' ? decimalCheck(plain.scale) : checks[plain.kind],
      },
    ]
  })
  if (columns.length === 0) return new Map()
  const questions = columns.map(({ text, check }) => [
    `count(${text})`,
    `count_if(${check.fits(text)})`,
    ...check.facts(text),
  ])
  const select = questions.flat().map((sql) => `CAST(${sql} AS DOUBLE)`)
  const [answers = []] = await readRows(connection, `SELECT ${select.join(', ')} FROM ${from}`)
  let next = 0
  return new Map(
    columns.flatMap(({ index, kind, check }, position): [number, ColumnEvidence][] => {
      const [valueCount = 0, fitCount, ...facts] = answers
        .slice(next, (next += questions[position]?.length ?? 0))
        .map(Number)
      if (valueCount !== fitCount) return []
      const isNumber = kind === 'integer' || kind === 'fraction' || kind === 'decimal'
      const isDate = kind === 'date' || kind === 'timestamp'
      const counts = {
        valueCount,
        isBare: true,
        numberCount: isNumber ? valueCount : 0,
        dateCount: isDate ? valueCount : 0,
      }
      return [[index, { ...noEvidence, ...counts, ...check.evidence(facts) }]]
    }),
  )
}

/** The evidence of a column without values, or of one that was not inspected. */
export const noEvidence: ColumnEvidence = {
  classes: 0,
  valueCount: 0,
  numberCount: 0,
  dateCount: 0,
  markerCount: 0,
  markers: [],
  maxDigitsBeforePoint: 0,
  minScale: 0,
  maxScale: 0,
  blankCount: 0,
  noCount: 0,
  infinityCount: 0,
  exponentCount: 0,
  codeCount: 0,
}
