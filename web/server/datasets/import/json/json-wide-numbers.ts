import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '@/server/engine/sql/sql-quoting'
import { gatherEvidence } from '../types/column-evidence'
import { noteOf, plainMarks, readColumnAs } from '../types/column-type'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { mustAt, readRows } from '../import-source'

export interface WideReading {
  readonly expression: string
  readonly isMixed: false
  /** SQL for the values as written in the file. */
  readonly text: string
  readonly notes?: readonly ImportNote[]
}

/**
 * Decides how to read columns of fractions that contain whole numbers beyond a double's precision, by name: as decimals
 * if those can hold the whole column, else rounded, with a note. Takes one scan, and another if there are such columns.
 *
 * from: the source with these columns as JSON, which keeps whole numbers of 64 bits.
 */
export async function readWideNumbers(
  connection: DuckDBConnection,
  from: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, WideReading>> {
  const counts = names.map((name) => `CAST(count_if(${isRounded(quoteName(name))}) AS DOUBLE)`)
  const [row = []] = await readRows(connection, `SELECT ${counts.join(', ')} FROM ${from}`)
  const wide = names.flatMap((name, index) => {
    const count = Number(row[index])
    return count === 0 ? [] : [{ name, count, text: `(${quoteName(name)} ->> '$')` }]
  })
  const texts = wide.map(({ text }) => text)
  const evidence = await gatherEvidence(connection, from, texts)
  return new Map(
    wide.map(({ name, count, text }, index): [string, WideReading] => {
      const { databaseType, cast } = readColumnAs(mustAt(evidence, index), plainMarks)
      const reading = { isMixed: false, text } as const
      if (databaseType.startsWith('DECIMAL')) return [name, { ...reading, expression: cast(text) }]
      return [
        name,
        {
          ...reading,
          expression: `CAST(${quoteName(name)} AS DOUBLE)`,
          notes: noteOf({ note: roundedNote(count) }, name),
        },
      ]
    }),
  )
}

function isRounded(column: string): string {
  const asWritten = `CAST(${column} AS HUGEINT)`
  const asDouble = `CAST(CAST(${column} AS DOUBLE) AS HUGEINT)`
  return `CASE WHEN json_type(${column}) IN ('BIGINT', 'UBIGINT') THEN ${asDouble} <> ${asWritten} ELSE false END`
}

function roundedNote(count: number): string {
  const what = count === 1 ? '1 whole number was' : `${count} whole numbers were`
  return `In {} ${what} rounded: a column that has fractions, or far larger numbers, holds about 16 digits of each.`
}
