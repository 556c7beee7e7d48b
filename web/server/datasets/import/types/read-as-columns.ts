import type { DuckDBConnection } from '@duckdb/node-api'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { getReadAs, otherSign, type ColumnReadAs, type GroupSign, type ReadAs } from '@tidemark/shared/datasets/read-as'
import { percentSign } from '@tidemark/shared/query/number-sign'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { mustAt, readRows, type PreparedColumn, type PreparedSource } from '../import-source'
import { gatherEvidence } from './column-evidence'
import { noteOf, plainMarks, readColumnAs, type ColumnEvidence } from './column-type'
import { infinityPattern, missingMarkPattern } from './missing-marks'
import {
  amountSignSql,
  apostrophes,
  bareAmountSql,
  currencyCodes,
  dateFormats,
  spaces,
  writtenMomentSql,
} from './value-class'

/** A column that a person wants read differently. text: SQL for its values as text. */
export interface ChosenColumn {
  readonly name: string
  readonly text: string
  readonly as: ReadAs
}

/**
 * Counts of a column's values: markedCount: missing but not blank. misfitCount: those that do not fit; misfit: an
 * example of these.
 */
interface ReadAsCounts {
  readonly markedCount: number
  readonly misfitCount: number
  readonly misfit: string
}

interface Facts extends ReadAsCounts {
  readonly valueCount: number
  readonly hasClock: boolean
  readonly hasShortYear: boolean
  /** The signs of amounts, up to two. */
  readonly signs: readonly string[]
  /** The number of numbers without a sign or parentheses. */
  readonly signlessCount: number
}

/**
 * Returns the source with columns read as a person says. Values that do not fit become empty and are counted in a note;
 * nobody is asked about them. Takes two scans if there are such columns.
 */
export async function readColumnsAs(
  connection: DuckDBConnection,
  source: PreparedSource,
  chosen: readonly ColumnReadAs[],
): Promise<PreparedSource> {
  const columns = source.columns.flatMap(
    ({ name, ...column }, index): (ChosenColumn & { readonly index: number })[] => {
      const as = getReadAs(chosen, name)
      return as === undefined ? [] : [{ index, name, text: textSql(column), as }]
    },
  )
  if (columns.length === 0) return source
  const decided = await decideReadings(connection, valuesSql(source.from, columns), columns)
  const read = new Map(
    columns.map(({ index, name, text, as }, position): [number, PreparedColumn] => {
      const { cast, facts, notes = [], ...traits } = mustAt(decided, position)
      return [
        index,
        {
          name,
          text,
          expression: cast(unlessListed(text, as)),
          expectedValueCount: facts.valueCount,
          ...traits,
          notes: [...countNotes(facts), ...notes].flatMap((note) => noteOf({ note }, name)),
        },
      ]
    }),
  )
  const prepared = { ...source, columns: source.columns.map((column, index) => read.get(index) ?? column) }
  const { doubts } = source
  if (doubts === undefined) return prepared
  const names = new Set(columns.map(({ name }) => name))
  return {
    ...prepared,
    doubts: {
      ...doubts,
      columns: doubts.columns.filter(({ index }) => !read.has(index)),
      textNotes: doubts.textNotes.filter(({ column }) => column === undefined || !names.has(column)),
    },
  }
}

/**
 * Decides how to read each of some columns from their values in `from`, which comes from `valuesSql`. Takes two scans
 * of it.
 */
export async function decideReadings(
  connection: DuckDBConnection,
  from: string,
  columns: readonly ChosenColumn[],
): Promise<readonly DecidedReading[]> {
  const facts = await gatherFacts(connection, from, columns)
  const numbers = columns.flatMap(({ as }, position) => (as.kind === 'number' ? [position] : []))
  const evidence = await gatherEvidence(
    connection,
    from,
    numbers.map((position) => `v${position}`),
  )
  return columns.map(({ as }, position) => {
    const found = mustAt(facts, position)
    return { ...readingAs(as, found, evidence[numbers.indexOf(position)]), facts: found }
  })
}

/** Returns SQL for a column's value as written in the file, or as close to that as its type allows. */
export function textSql({ text, expression }: Pick<PreparedColumn, 'text' | 'expression'>): string {
  return text ?? `CAST(${expression} AS VARCHAR)`
}

/**
 * Returns a table expression with three columns per chosen column: `t`, its text; `v`, the value read from that, with
 * numbers in the syntax of code; and `m`, true if the text stands for a missing value. Only texts without a value are
 * compared with the marks. besides: further expressions to select.
 */
export function valuesSql(from: string, columns: readonly ChosenColumn[], besides: readonly string[] = []): string {
  const all = (select: (column: ChosenColumn, position: number) => readonly string[]) =>
    columns.flatMap(select).join(', ')
  const values = all(({ text, as }, position) => [
    `${text} AS t${position}`,
    `${unlessListed(text, as)} AS v${position}`,
  ])
  const missing = all(({ as }, position) => [
    `CASE WHEN v${position} IS NULL THEN ${missingSql(`t${position}`, as)} ELSE false END AS m${position}`,
  ])
  return `(SELECT *, ${missing} FROM (SELECT ${[values, ...besides].join(', ')} FROM ${from}))`
}

/** Returns SQL for the value of a text, null if the text is listed as missing. */
function unlessListed(text: string, as: ReadAs): string {
  const listed = listedSql(text, as)
  return listed.length === 0
    ? valueSql(text, as)
    : `CASE WHEN ${listed.join(' OR ')} THEN NULL ELSE ${valueSql(text, as)} END`
}

function missingSql(text: string, as: ReadAs): string {
  const marks = as.kind === 'text' ? [] : [`regexp_full_match(lower(trim(${text})), '|${missingMarkPattern}')`]
  return `(${[`${text} IS NULL`, ...marks, ...listedSql(text, as)].join(' OR ')})`
}

function listedSql(text: string, { missing = [] }: ReadAs): readonly string[] {
  return missing.map((mark) => `lower(trim(${text})) = lower(trim(${quoteText(mark)}))`)
}

function valueSql(text: string, as: ReadAs): string {
  switch (as.kind) {
    case 'text':
      return text
    case 'number':
      return plainNumberSql(text, as.decimal, as.group)
    case 'date':
      return momentSql(text, as.order)
    case 'boolean':
      return booleanSql(text)
    default:
      return assertNever(as)
  }
}

/** Checking how a text begins saves most non-numbers from all other patterns. */
const numberStart = `^[\\s\\x{a0}\\x{202f}]*[-+\\x{2212}(]*[\\s\\x{a0}]*([0-9.,]|\\p{Sc}|(?i:inf)|${currencyCodes})`
const dateStart = '^\\s*([0-9]{1,4}[-/. ]|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[. ])'

/**
 * Returns SQL for the number in a text with the given decimal mark, in the syntax of code; null for other texts. only:
 * the sign that alone may group thousands; absent for any.
 */
function plainNumberSql(text: string, decimal: '.' | ',', only?: GroupSign): string {
  const group = otherSign(decimal)
  const bare = bareAmountSql(`trim(${text}, ' \t\u00a0\u202f')`)
  // India groups thousands by two digits.
  const whole = `[0-9]+|[1-9][0-9]{0,2}(?:[${group}][0-9]{2,3})*[${group}][0-9]{3}`
  const pattern = `-?(?:${whole})?(?:[${decimal}][0-9]*)?(?:[eE][-+]?[0-9]+)?`
  const pointed = `replace(replace(${bare}, '${group}', ''), ',', '.')`
  // Removes leading zeros, a trailing point, and the sign of zero.
  const plain = `regexp_replace(regexp_replace(regexp_replace(${pointed}, '^(-?)0+([0-9])', '\\1\\2'), '[.]([eE]|$)', '\\1'), '^-0$', '0')`
  // Most numbers are written as in code, or nearly; the others take ten patterns.
  const simple = `-?(?:0|[1-9][0-9]*)(?:[${decimal}][0-9]+)?(?:[eE][-+]?[0-9]+)?`
  return `CASE WHEN regexp_full_match(${text}, '${simple}') AND ${text} <> '-0' THEN ${decimal === '.' ? text : `replace(${text}, ',', '.')`}
    WHEN NOT regexp_matches(${text}, '${numberStart}') THEN NULL
    ${only === undefined ? '' : `WHEN regexp_matches(${text}, '[0-9][${otherGroups(group, only)}][0-9]') THEN NULL`}
    WHEN regexp_full_match(${bare}, '${pattern}') AND regexp_matches(${bare}, '^-?[.,]?[0-9]') THEN
      CASE WHEN contains(${text}, '${percentSign}') THEN concat(${plain}, 'e-2') ELSE ${plain} END
    WHEN regexp_full_match(lower(${bare}), '${infinityPattern}') THEN ${bare} END`
}

/** Returns the signs, of those that group thousands, that a person excludes, for a class of characters. */
function otherGroups(mark: '.' | ',', only: GroupSign): string {
  const signs = { [mark]: mark, ' ': spaces, "'": apostrophes }
  return Object.entries(signs)
    .flatMap(([sign, characters]) => (sign === only ? [] : [characters]))
    .join('')
}

const writtenFormats = {
  'day-first': [...dateFormats.dayFirst, ...dateFormats.dots],
  'month-first': [...dateFormats.monthFirst, '%m.%d.%y', '%m.%d.%Y'],
  'year-first': ['%y %m %d', '%y.%m.%d', '%Y.%m.%d', '%Y %m'],
} as const
/** The usual format of dates; trying all formats takes far longer. */
const usualFormats = { 'day-first': '%d/%m/%Y', 'month-first': '%m/%d/%Y', 'year-first': null } as const
/** Formats of dates with eight digits. */
const denseFormats = { 'day-first': '%d%m%Y', 'month-first': '%m%d%Y', 'year-first': '%Y%m%d' } as const
const isoMoment = '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?Z?)?'

function momentSql(text: string, order: keyof typeof writtenFormats): string {
  const trimmed = `trim(${text})`
  const usual = usualFormats[order]
  return `CASE WHEN regexp_full_match(${trimmed}, '${isoMoment}') THEN TRY_CAST(${trimmed} AS TIMESTAMP)
    ${usual === null ? '' : `WHEN regexp_full_match(${text}, '[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}') THEN try_strptime(${text}, '${usual}')`}
    WHEN regexp_full_match(${trimmed}, '[0-9]{8}') THEN try_strptime(${trimmed}, '${denseFormats[order]}')
    WHEN NOT regexp_matches(${text}, '${dateStart}') THEN NULL
    ELSE ${writtenMomentSql(text, [...writtenFormats[order], ...dateFormats.certain])} END`
}

const shortYear = '[0-9]{1,2}[-/. ][0-9]{1,2}[-/. ][0-9]{2}([^0-9].*)?'
const trueWords = 'true|yes|y|t|on|1|wahr|ja|oui|vrai|si|sí|sim'
const falseWords = 'false|no|n|f|off|0|falsch|nein|non|faux|não'

function booleanSql(text: string): string {
  const word = `lower(trim(${text}))`
  return `CASE WHEN regexp_full_match(${word}, '${trueWords}') THEN true WHEN regexp_full_match(${word}, '${falseWords}') THEN false END`
}

async function gatherFacts(
  connection: DuckDBConnection,
  from: string,
  columns: readonly ChosenColumn[],
): Promise<readonly Facts[]> {
  const select = columns.flatMap(({ as }, position) => {
    const [t, m, v] = [`t${position}`, `m${position}`, `v${position}`]
    const isMisfit = `NOT ${m} AND ${v} IS NULL`
    const sign = as.kind === 'number' ? `CASE WHEN ${v} IS NOT NULL THEN ${amountSignSql(t)} END` : 'NULL'
    const isOf = (kind: ReadAs['kind'], condition: string) =>
      as.kind === kind ? `coalesce(bool_or(${v} IS NOT NULL AND ${condition}), false)` : 'false'
    return [
      `CAST(count(${v}) AS DOUBLE)`,
      `CAST(count_if(${m} AND trim(${t}) <> '') AS DOUBLE)`,
      `CAST(count_if(${isMisfit}) AS DOUBLE)`,
      `min(CASE WHEN ${isMisfit} THEN left(${t}, 40) END)`,
      isOf('date', `contains(${t}, ':')`),
      isOf('date', `regexp_full_match(trim(${t}), '${shortYear}')`),
      `min(${sign})`,
      `max(${sign})`,
      `CAST(count_if(${v} IS NOT NULL AND ${sign} IS NULL AND NOT contains(${t}, '(')) AS DOUBLE)`,
    ]
  })
  const [row = []] = await readRows(connection, `SELECT ${select.join(', ')} FROM ${from}`)
  const width = select.length / columns.length
  return columns.map((_, position) => {
    const [valueCount, marked, misfits, misfit, hasClock, hasShortYear, least, most, signless] = row.slice(
      position * width,
      (position + 1) * width,
    )
    return {
      valueCount: Number(valueCount),
      markedCount: Number(marked),
      misfitCount: Number(misfits),
      misfit: typeof misfit === 'string' ? misfit : '',
      hasClock: hasClock === true,
      hasShortYear: hasShortYear === true,
      signs: [...new Set([least, most])].filter((sign) => typeof sign === 'string'),
      signlessCount: Number(signless),
    }
  })
}

interface ReadingAs extends Pick<PreparedColumn, 'sign' | 'dateOrder'> {
  /** SQL for the column's values, from its `v` in `valuesSql`. */
  readonly cast: (v: string) => string
  readonly notes?: readonly string[]
}

export interface DecidedReading extends ReadingAs {
  readonly facts: Facts
}

function readingAs(as: ReadAs, facts: Facts, evidence: ColumnEvidence | undefined): ReadingAs {
  switch (as.kind) {
    case 'text':
    case 'boolean':
      return { cast: (v) => v }
    case 'number':
      return numbersAs(facts, evidence)
    case 'date':
      return {
        cast: (v) => (facts.hasClock ? v : `CAST(${v} AS DATE)`),
        ...(as.order === 'year-first' ? {} : { dateOrder: as.order }),
        notes: facts.hasShortYear ? ['In {} years of two digits were read as those from 1969 to 2068.'] : [],
      }
    default:
      return assertNever(as)
  }
}

function numbersAs({ signs, signlessCount }: Facts, evidence: ColumnEvidence | undefined): ReadingAs {
  const [sign] = signs.length === 1 && signlessCount === 0 ? signs : []
  const found = evidence === undefined ? null : readColumnAs(evidence, { ...plainMarks, hasNoCodes: true })
  const notes = signs.length > 1 ? ['{} has amounts with several signs, and was read as numbers without them.'] : []
  if (found !== null && !found.isText) return { cast: found.cast, notes, ...(sign === undefined ? {} : { sign }) }
  const isRounded = evidence !== undefined && evidence.valueCount > 0
  return {
    cast: (v) => `TRY_CAST(${v} AS DOUBLE)`,
    notes: [
      ...notes,
      ...(isRounded ? ['{} has numbers with more digits than a number holds, which were rounded.'] : []),
    ],
    ...(sign === undefined ? {} : { sign }),
  }
}

function countNotes({ markedCount, misfitCount, misfit }: ReadAsCounts): readonly string[] {
  const marked =
    markedCount === 1
      ? '1 value that stands for a missing one was'
      : `${markedCount} values that stand for missing ones were`
  const misfits =
    misfitCount === 1
      ? `1 value that does not fit (“${misfit}”) was`
      : `${misfitCount} values that do not fit, such as “${misfit}”, were`
  return [
    ...(markedCount === 0 ? [] : [`In {} ${marked} read as empty.`]),
    ...(misfitCount === 0 ? [] : [`In {} ${misfits} read as empty.`]),
  ]
}
