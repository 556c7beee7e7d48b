import type { DuckDBConnection } from '@duckdb/node-api'
import { emptyWord } from '@tidemark/shared/query/value-words'
import type { EarlierColumn } from '../import-job'
import { mustAt, type PreparedColumn } from '../import-source'
import { readAmountColumns } from './amount-columns'
import { gatherEvidence } from './column-evidence'
import {
  marksOf,
  noteOf,
  plainMarks,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  type Marks,
} from './column-type'
import { earlierColumnFinder } from './earlier-columns'

/** A text column of a typed source. index: position there. text: SQL for its values. */
interface TextColumn {
  readonly index: number
  readonly name: string
  readonly text: string
}

/** How a text column is read. maybeDates: most values are dates, so that asking about the others is worthwhile. */
export interface TextReading extends Pick<PreparedColumn, 'expression' | 'sign' | 'dateOrder' | 'notes'> {
  readonly maybeDates: boolean
  /** Absent if every value is kept. */
  readonly expectedValueCount?: number
}

const typesOfTexts = new Set(['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'BOOLEAN'])

/**
 * Decides how to read text columns, by index, of a JSON file, a sheet or a database, which have number types of their
 * own: as dates, times or booleans if all values are, and as numbers if each has the same sign. Digits alone are text
 * on purpose.
 */
export async function readTextColumns(
  connection: DuckDBConnection,
  from: string,
  columns: readonly TextColumn[],
  known: readonly EarlierColumn[],
): Promise<ReadonlyMap<number, TextReading>> {
  if (columns.length === 0) return new Map()
  const findKnown = earlierColumnFinder(known)
  const texts = columns.map(({ text }) => text)
  const evidence = await gatherEvidence(connection, from, texts)
  // There is no delimiter that would tell what commas mean.
  const marks = marksOf('either', evidence)
  const amounts = await readAmountColumns(connection, from, texts, { evidence, marks })
  return new Map(
    columns.map((column, position) => {
      const marksOfColumn = { ...plainMarks, dateOrder: findKnown(column.name)?.dateOrder }
      return [column.index, readTexts(column, mustAt(evidence, position), marksOfColumn, amounts.get(position))]
    }),
  )
}

function readTexts(
  { name, text }: TextColumn,
  evidence: ColumnEvidence,
  marks: Marks,
  amount: ColumnReading | undefined,
): TextReading {
  const { valueCount, markerCount, dateCount } = evidence
  const reading = amount?.sign === undefined ? readColumnAs(evidence, marks) : amount
  if (reading.sign !== undefined || typesOfTexts.has(reading.databaseType))
    return {
      expression: reading.cast(text),
      sign: reading.sign,
      dateOrder: reading.dateOrder,
      expectedValueCount: valueCount - markerCount,
      notes: noteOf(withBlanksNoted(reading, evidence), name),
      maybeDates: false,
    }
  const areDates = dateCount > 0 && dateCount + markerCount === valueCount
  return {
    expression: text,
    notes: areDates ? noteOf(reading, name) : [],
    // Most text columns contain no dates, so only these are inspected further.
    maybeDates: dateCount > 0 && dateCount >= valueCount * 0.8,
  }
}

/**
 * Adds the number of blank texts to a reading's note. A source with types distinguishes an empty text from null, which
 * a column of dates or amounts cannot.
 */
export function withBlanksNoted({ note, ...reading }: ColumnReading, { blankCount }: ColumnEvidence): ColumnReading {
  const blanks = blankCount === 1 ? '1 empty text was' : `${blankCount} empty texts were`
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(blankCount === 0 ? [] : [`In {} ${blanks} read as ${emptyWord}.`]),
  ]
  return notes.length === 0 ? reading : { ...reading, note: notes.join(' ') }
}
