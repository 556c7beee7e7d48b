import { isDay } from '@tidemark/shared/base/calendar-day'
import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import type { SqliteValue } from '@/server/connectors/sqlite/sqlite-values'

type Kind = 'integer' | 'real' | 'text' | 'binary'

/** The kinds of a column's values, counted as they go by. */
export interface ColumnTally {
  readonly declaredType: string
  readonly valueCount: number
  readonly kinds: ReadonlyMap<Kind, { readonly count: number; readonly row: number; readonly text: string }>
  readonly least: bigint
  readonly most: bigint
  /** True if all texts are dates. */
  readonly areDates: boolean
  readonly areTimestamps: boolean
  readonly areInstants: boolean
  /** Returns the value as a CSV has it. row: from 1. */
  add(value: SqliteValue, row: number): string | null
}

const datePattern = /^\d{4}-\d\d-\d\d$/
const timestampPattern = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/
/** With the offset from UTC that makes it a point in time. */
const instantPattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?:Z|[+-](?:0\d|1[0-5])(?::[0-5]\d)?)$/

export function createColumnTally(declaredType: string): ColumnTally {
  const kinds = new Map<Kind, { count: number; readonly row: number; readonly text: string }>()
  const tally = {
    declaredType,
    valueCount: 0,
    kinds,
    least: 0n,
    most: 0n,
    areDates: true,
    areTimestamps: true,
    areInstants: true,
    add: (value: SqliteValue, row: number): string | null => {
      if (value === null) return null
      const kind = kindOf(value)
      const text = textOf(value)
      tally.valueCount += 1
      const known = kinds.get(kind)
      if (known === undefined) kinds.set(kind, { count: 1, row, text: cutText(text, 40) })
      else known.count += 1
      if (typeof value === 'bigint') {
        if (value < tally.least) tally.least = value
        if (value > tally.most) tally.most = value
      }
      if (typeof value === 'string') {
        tally.areDates &&= datePattern.test(value) && isDay(value)
        tally.areTimestamps &&= timestampPattern.test(value) && isDay(value.slice(0, 10)) && isClock(value.slice(11))
        const [, day, clock] = (tally.areInstants && instantPattern.exec(value)) || []
        tally.areInstants = day !== undefined && clock !== undefined && isDay(day) && isClock(clock)
      }
      return text
    },
  }
  return tally
}

/** How SQL reads a column of the CSV. note: `{}` stands for the column's name. */
export interface SqliteColumnReading {
  readonly expression: (alias: string) => string
  readonly note: string | null
}

/**
 * The narrowest type that keeps every value. SQLite has no type for dates and advises texts for them, so that texts are dates
 * where every one is written as one, whatever the column is declared as.
 */
export function readingOf(tally: ColumnTally): SqliteColumnReading {
  const kinds = [...tally.kinds.keys()]
  const only = (...allowed: Kind[]) => kinds.length > 0 && kinds.every((kind) => allowed.includes(kind))
  const cast = (type: string): SqliteColumnReading => ({
    expression: (alias) => `CAST(${alias} AS ${type})`,
    note: null,
  })
  if (only('integer')) {
    if (/bool/i.test(tally.declaredType) && tally.least >= 0n && tally.most <= 1n)
      return { expression: (alias) => `CAST(CAST(${alias} AS INTEGER) AS BOOLEAN)`, note: null }
    return cast(tally.least >= -2_147_483_648n && tally.most <= 2_147_483_647n ? 'INTEGER' : 'BIGINT')
  }
  const areSafe = tally.least >= -BigInt(Number.MAX_SAFE_INTEGER) && tally.most <= BigInt(Number.MAX_SAFE_INTEGER)
  if (only('real') || (only('integer', 'real') && areSafe)) return cast('DOUBLE')
  if (only('binary')) return { expression: (alias) => `from_base64(${alias})`, note: null }
  if (only('text')) {
    if (tally.areDates) return cast('DATE')
    if (tally.areTimestamps) return cast('TIMESTAMP')
    if (tally.areInstants) return cast('TIMESTAMPTZ')
  }
  return { expression: (alias) => alias, note: mixNote(tally) }
}

const kindNames: Readonly<Record<Kind, string>> = {
  integer: 'integers',
  real: 'fractions',
  text: 'texts',
  binary: 'binary values',
}

function mixNote({ kinds }: ColumnTally): string | null {
  const [rarest] = [...kinds].sort(([, a], [, b]) => a.count - b.count)
  if (rarest === undefined || kinds.size === 1) return null
  const [kind, { row, text }] = rarest
  const names = [...kinds.keys()].map((other) => kindNames[other])
  const example = kind === 'binary' ? '' : ` (“${text}”)`
  return `{} has ${listOf(names)}, the first of the ${kindNames[kind]}${example} in row ${row}, and was kept as text.`
}

function kindOf(value: NonNullable<SqliteValue>): Kind {
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return 'real'
  return typeof value === 'string' ? 'text' : 'binary'
}

function textOf(value: NonNullable<SqliteValue>): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
}

function isClock(text: string): boolean {
  return text === '' || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/.test(text)
}
