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

/** A column of texts in a source that has types. index: its place there. text: SQL for its values. */
interface TextColumn {
  readonly index: number
  readonly name: string
  readonly text: string
}

/** maybeDates: most values are dates, so that it is worth to ask about the others. */
export interface TextReading extends Pick<PreparedColumn, 'expression' | 'sign' | 'dateOrder' | 'notes'> {
  readonly maybeDates: boolean
  /** Absent where every value is kept. */
  readonly expectedValueCount?: number
}

const typesOfTexts = new Set(['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'BOOLEAN'])

/**
 * How to read the columns of texts, by index, of a JSON file, a sheet or a database, which have numbers of their own: as dates, times, yes and no where all of
 * them are, and as numbers where each has the same sign, for which there is no other way. Digits alone are text on purpose.
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
  // No separator says what commas are.
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
    // Looking closer is worth it; most columns of texts hold no dates at all.
    maybeDates: dateCount > 0 && dateCount >= valueCount * 0.8,
  }
}

/** Where texts are kept, an empty one is not null; columns of dates and amounts cannot tell. */
export function withBlanksNoted({ note, ...reading }: ColumnReading, { blankCount }: ColumnEvidence): ColumnReading {
  const blanks = blankCount === 1 ? '1 empty text was' : `${blankCount} empty texts were`
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(blankCount === 0 ? [] : [`In {} ${blanks} read as ${emptyWord}.`]),
  ]
  return notes.length === 0 ? reading : { ...reading, note: notes.join(' ') }
}
