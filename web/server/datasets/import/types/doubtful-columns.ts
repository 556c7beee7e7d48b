import type { DuckDBConnection } from '@duckdb/node-api'
import { gatherEvidence } from './column-evidence'
import {
  noteOf,
  numberClasses,
  plainMarks,
  readColumnAs,
  type ColumnEvidence,
  type ColumnReading,
  type Marks,
} from './column-type'
import { mustAt, type DoubtfulColumn } from '../import-source'
import { valueClasses, valueClassSql } from './value-class'

/** This many misfits are few in a file of any length; in a long file, up to a twentieth of its values. */
const fewValues = 3
const fewShare = 0.05
const allClasses = Object.values(valueClasses).reduce((all, one) => all | one, 0)

type Candidate = Pick<DoubtfulColumn, 'index' | 'name' | 'text'>

/** Finds the doubtful columns of a table, each with its candidate. from: SQL of the table. */
export async function findDoubtfulColumns<C extends Candidate>(
  connection: DuckDBConnection,
  from: string,
  candidates: readonly C[],
): Promise<readonly (readonly [candidate: C, doubtful: DoubtfulColumn])[]> {
  const texts = candidates.map(({ text }) => text)
  const evidence = await gatherEvidence(connection, from, texts)
  return candidates.flatMap((candidate, index) => {
    const found = mustAt(evidence, index)
    const doubtful = doubtfulColumn(candidate, found, readColumnAs(found, plainMarks), plainMarks)
    return doubtful === null ? [] : [[candidate, doubtful] as const]
  })
}

/**
 * Returns the doubt about a column that is text because of few values; null if there is none. text: SQL of its values.
 * If many values differ, as with house numbers, the column is text and nobody needs to be asked.
 */
export function doubtfulColumn(
  { index, name, text }: Candidate,
  evidence: ColumnEvidence,
  { almost }: ColumnReading,
  marks: Marks,
): DoubtfulColumn | null {
  if (almost === undefined) return null
  const wanted = almost === numberClasses ? 'numbers' : 'dates'
  const fitCount = (wanted === 'numbers' ? evidence.numberCount : evidence.dateCount) + evidence.markerCount
  const misfitCount = evidence.valueCount - fitCount
  if (misfitCount > Math.max(fewValues, evidence.valueCount * fewShare)) return null
  const fitting = almost | valueClasses.marker
  const typed = readColumnAs({ ...evidence, classes: evidence.classes & fitting, valueCount: fitCount }, marks)
  if (typed.isText) return null
  return {
    index,
    name,
    text,
    fits: `(((${valueClassSql(text)}) & ${allClasses & ~fitting}) = 0)`,
    expression: typed.cast(text),
    wanted,
    notes: noteOf(typed, name),
  }
}
