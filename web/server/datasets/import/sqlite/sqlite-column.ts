import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { SqliteValue } from '@/server/connectors/sqlite/sqlite-values'
import { markerNote } from '../types/column-type'
import { isInfinity, isMissingMark, marksToName, missingMarkPattern } from '../types/missing-marks'

/**
 * The kind of a value. mark: a text that stands for a missing value. infinite: a text that stands for an infinite
 * number.
 */
type Kind = 'integer' | 'real' | 'text' | 'mark' | 'infinite' | 'binary'

/** Counts the kinds of a column's values while they are read. */
export interface ColumnTally {
  readonly declaredType: string
  readonly valueCount: number
  readonly kinds: ReadonlyMap<Kind, { readonly count: number; readonly row: number; readonly text: string }>
  /** The texts that stand for missing values. */
  readonly marks: ReadonlySet<string>
  readonly least: bigint
  readonly most: bigint
  /** Counts a value; returns it as it is written to CSV. row: from 1. */
  add(value: SqliteValue, row: number): string | null
}

export function createColumnTally(declaredType: string): ColumnTally {
  const kinds = new Map<Kind, { count: number; readonly row: number; readonly text: string }>()
  const tally = {
    declaredType,
    valueCount: 0,
    kinds,
    marks: new Set<string>(),
    least: 0n,
    most: 0n,
    add: (value: SqliteValue, row: number): string | null => {
      if (value === null) return null
      const kind = kindOf(value)
      const text = textOf(value)
      tally.valueCount += 1
      const known = kinds.get(kind)
      if (known === undefined) kinds.set(kind, { count: 1, row, text: cutText(text, 40) })
      else known.count += 1
      if (kind === 'mark') tally.marks.add(text)
      if (typeof value === 'bigint') {
        if (value < tally.least) tally.least = value
        if (value > tally.most) tally.most = value
      }
      return text
    },
  }
  return tally
}

/**
 * How a column of the CSV is read in SQL. note: `{}` stands for the column's name. isAllText: the type is found from
 * the texts.
 */
export interface SqliteColumnReading {
  readonly expression: (alias: string) => string
  readonly valueCount: number
  readonly note: string | null
  readonly isAllText: boolean
}

/**
 * Returns the narrowest reading that keeps every value, except marks for missing numbers. SQLite has no date type and
 * recommends text, so texts are inspected whatever the declared type.
 */
export function readingOf(tally: ColumnTally): SqliteColumnReading {
  const markCount = tally.kinds.get('mark')?.count ?? 0
  const kinds = [...tally.kinds.keys()].filter((kind) => kind !== 'mark')
  const only = (...allowed: Kind[]) => kinds.length > 0 && kinds.every((kind) => allowed.includes(kind))
  const typed = (sql: (alias: string) => string): SqliteColumnReading => ({
    expression:
      markCount === 0
        ? sql
        : (alias) =>
            `CASE WHEN regexp_full_match(lower(trim(${alias})), '|${missingMarkPattern}') THEN NULL ELSE ${sql(alias)} END`,
    valueCount: tally.valueCount - markCount,
    note: markCount === 0 ? null : markerNote(markCount, marksToName(tally.marks)),
    isAllText: false,
  })
  const cast = (type: string) => typed((alias) => `CAST(${alias} AS ${type})`)
  if (only('integer')) {
    if (/bool/i.test(tally.declaredType) && tally.least >= 0n && tally.most <= 1n)
      return typed((alias) => `CAST(CAST(${alias} AS INTEGER) AS BOOLEAN)`)
    return cast(tally.least >= -2_147_483_648n && tally.most <= 2_147_483_647n ? 'INTEGER' : 'BIGINT')
  }
  const areSafe = tally.least >= -BigInt(Number.MAX_SAFE_INTEGER) && tally.most <= BigInt(Number.MAX_SAFE_INTEGER)
  const areNumbers = only('integer', 'real', 'infinite') && !only('infinite')
  if (areNumbers && (areSafe || !kinds.includes('integer'))) return cast('DOUBLE')
  if (only('binary') && markCount === 0) return typed((alias) => `from_base64(${alias})`)
  const isAllText =
    new Set([...tally.kinds.keys()].map((kind) => kindNames[kind])).size < 2 && !kinds.includes('binary')
  return { expression: (alias) => alias, valueCount: tally.valueCount, note: mixNote(tally), isAllText }
}

const kindNames: Readonly<Record<Kind, string>> = {
  integer: 'integers',
  real: 'fractions',
  text: 'texts',
  mark: 'texts',
  infinite: 'texts',
  binary: 'binary values',
}

function mixNote({ kinds }: ColumnTally): string | null {
  const names = new Map<string, { count: number; readonly row: number; readonly text: string }>()
  for (const [kind, first] of kinds) {
    const known = names.get(kindNames[kind])
    if (known === undefined)
      names.set(kindNames[kind], { ...first, text: kind === 'binary' ? '' : ` (“${first.text}”)` })
    else known.count += first.count
  }
  const [rarest] = [...names].sort(([, a], [, b]) => a.count - b.count)
  if (rarest === undefined || names.size === 1) return null
  const [name, { row, text }] = rarest
  return `{} has ${listOf([...names.keys()])}, the first of the ${name}${text} in row ${row}, and was kept as text.`
}

function kindOf(value: NonNullable<SqliteValue>): Kind {
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return 'real'
  if (typeof value !== 'string') return 'binary'
  if (isMissingMark(value)) return 'mark'
  return isInfinity(value) ? 'infinite' : 'text'
}

function textOf(value: NonNullable<SqliteValue>): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
}
