import type { DuckDBConnection } from '@duckdb/node-api'
import { isNumericType, type Field } from '@tidemark/shared/query/field'
import { quoteName } from '@/server/engine/sql/sql-quoting'
import { markerNote, noteOf } from './column-type'
import type { EarlierColumn } from '../import-job'
import { mustAt, readRows, type PreparedColumn, type PreparedSource } from '../import-source'
import { earlierColumnFinder } from './earlier-columns'
import { marksToName } from './missing-marks'
import { readFields } from './profile-parquet'
import { valueClasses, valueClassSql } from './value-class'

/**
 * Returns the source with columns that were text in the previous file kept as text, as written in the file. A file
 * whose codes happen to have no leading zero must not turn them into numbers. Runs before anybody is asked about rows.
 */
export async function keepTexts(
  connection: DuckDBConnection,
  source: PreparedSource,
  known: readonly EarlierColumn[],
): Promise<PreparedSource> {
  const findKnown = earlierColumnFinder(known)
  const wasText = ({ name }: { readonly name: string }) => findKnown(name)?.type === 'text'
  if (!source.columns.some(wasText)) return source
  const found = await foundFields(connection, source)
  const columns = source.columns.map((column, index): PreparedColumn => {
    const { type } = mustAt(found, index)
    if (!wasText(column) || type === 'text' || type === 'binary') return column
    const { name, expression, text = `CAST(${expression} AS VARCHAR)` } = column
    return { name, expression: text, expectedValueCount: null, foundType: type }
  })
  const { doubts } = source
  if (doubts === undefined) return { ...source, columns }
  return { ...source, columns, doubts: { ...doubts, columns: doubts.columns.filter((column) => !wasText(column)) } }
}

/**
 * Returns the source with the previous file's types wherever they hold every value exactly: whole numbers stay
 * fractions, and dates stay timestamps. A column without values keeps its type. Takes one more scan if types differ.
 */
export async function keepTypes(
  connection: DuckDBConnection,
  source: PreparedSource,
  known: readonly EarlierColumn[],
): Promise<PreparedSource> {
  const findKnown = earlierColumnFinder(known)
  if (source.columns.every(({ name }) => findKnown(name) === undefined)) return source
  const found = await foundFields(connection, source)
  const others = source.columns.flatMap((column, index) => {
    const before = findKnown(column.name)
    const field = mustAt(found, index)
    if (before === undefined || before.type === 'text' || before.databaseType === field.databaseType) return []
    return [{ index, before, value: column.expression, ...questionOf(column, field, before) }]
  })
  if (others.length === 0) return source
  const answers = others.flatMap(({ misfits, markers, value }) => [
    ...[misfits, markers].map((sql) => `CAST(count_if(${sql}) AS DOUBLE)`),
    ...['min', 'max'].map((end) => `${end}(CASE WHEN ${markers} THEN trim(CAST(${value} AS VARCHAR)) END)`),
  ])
  const [row = []] = await readRows(connection, `SELECT ${answers.join(', ')} FROM ${source.from}`)
  const kept = new Map(
    others.flatMap(({ index, before, expression }, position) => {
      const [misfitCount, markerCount, ...markers] = row.slice(position * 4, position * 4 + 4)
      if (Number(misfitCount) > 0) return []
      const { notes = [], ...column } = mustAt(source.columns, index)
      const markerNotes =
        Number(markerCount) === 0
          ? []
          : noteOf({ note: markerNote(Number(markerCount), marksToName(markers)) }, column.name)
      const { sign, dateOrder } = before
      return [[index, { ...column, expression, sign, dateOrder, notes: [...notes, ...markerNotes] }] as const]
    }),
  )
  return { ...source, columns: source.columns.map((column, index) => kept.get(index) ?? column) }
}

interface Question {
  /** SQL conditions: a value does not fit; a value stands for a missing one. */
  readonly misfits: string
  readonly markers: string
  /** SQL that reads the values if all of them fit. */
  readonly expression: string
}

function questionOf({ expression: value, sign }: PreparedColumn, found: Field, before: EarlierColumn): Question {
  const type = before.databaseType
  // 12 is not a percentage, even if the earlier column had percentages.
  if (areAlike(found, before) && sign === before.sign) {
    const cast = `TRY_CAST(${value} AS ${type})`
    const misfits = `TRY_CAST(${cast} AS ${found.databaseType}) IS DISTINCT FROM ${value}`
    return { misfits, markers: 'false', expression: cast }
  }
  const expression = `CAST(NULL AS ${type})`
  if (found.type !== 'text') return { misfits: `${value} IS NOT NULL`, markers: 'false', expression }
  const valueClass = valueClassSql(value)
  return {
    misfits: `(${valueClass}) NOT IN (0, ${valueClasses.marker})`,
    markers: `(${valueClass}) = ${valueClasses.marker}`,
    expression,
  }
}

/** Returns true if values of one type may fit the other. */
function areAlike({ type }: Field, before: EarlierColumn): boolean {
  const areMoments = [type, before.type].every((one) => one === 'date' || one === 'timestamp')
  return areMoments || (isNumericType(type) && isNumericType(before.type))
}

function foundFields(connection: DuckDBConnection, { from, columns }: PreparedSource): Promise<readonly Field[]> {
  const expressions = columns.map(({ name, expression }) => `${expression} AS ${quoteName(name)}`)
  return readFields(connection, `SELECT ${expressions.join(', ')} FROM ${from}`)
}
