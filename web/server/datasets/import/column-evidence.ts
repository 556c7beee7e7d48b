import type { DuckDBConnection } from '@duckdb/node-api'
import { dateClasses, numberClasses, type ColumnEvidence } from './column-type'
import { readRows } from './import-source'
import { valueClasses, valueClassSql } from './value-class'

const columnsPerScan = 64

/**
 * What the values of columns look like, in one scan of every 64 columns. texts: SQL over `from` for a column's values as
 * text.
 */
export async function gatherEvidence(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
): Promise<readonly ColumnEvidence[]> {
  const evidence: ColumnEvidence[] = []
  for (let first = 0; first < texts.length; first += columnsPerScan) {
    const part = texts.slice(first, first + columnsPerScan)
    const indexes = part.map((_, index) => index)
    const values = part.map((text, index) => `trim(${text}) AS v${index}, ${valueClassSql(text)} AS k${index}`)
    const [row] = await readRows(
      connection,
      `SELECT ${indexes.map(evidenceSql).join(', ')} FROM (SELECT ${values.join(', ')} FROM ${from})`,
    )
    indexes.forEach((_, position) =>
      evidence.push(toEvidence(row?.slice(position * evidenceFields, (position + 1) * evidenceFields) ?? [])),
    )
  }
  return evidence
}

const evidenceFields = 8
const { int32, int64, bigInt, fraction, longFraction, pointEither, marker } = valueClasses
const plainNumbers = int32 | int64 | bigInt | fraction | longFraction | pointEither

function evidenceSql(index: number): string {
  const v = `v${index}`
  const k = `k${index}`
  const ifPlain = (sql: string) => `CASE WHEN (${k} & ${plainNumbers}) <> 0 THEN ${sql} END`
  const point = `strpos(${v}, '.')`
  const digitsBefore = `CASE WHEN ${point} = 0 THEN length(${v}) ELSE ${point} - 1 END - CASE WHEN starts_with(${v}, '-') THEN 1 ELSE 0 END`
  const scale = `CASE WHEN ${point} = 0 THEN 0 ELSE length(${v}) - ${point} END`
  return [
    `coalesce(bit_or(${k}), 0)`,
    `count_if(${k} <> 0)`,
    `count_if((${k} & ${numberClasses}) <> 0)`,
    `count_if((${k} & ${dateClasses}) <> 0)`,
    `count_if(${k} = ${marker})`,
    // Not FILTER: each one would make the engine copy all columns of the scan.
    `coalesce(max(${ifPlain(digitsBefore)}), 0)`,
    `coalesce(min(${ifPlain(scale)}), 0)`,
    `coalesce(max(${ifPlain(scale)}), 0)`,
  ]
    .map((sql) => `CAST(${sql} AS DOUBLE)`)
    .join(', ')
}

function toEvidence(values: readonly unknown[]): ColumnEvidence {
  const at = (index: number) => Number(values[index])
  return {
    classes: at(0),
    valueCount: at(1),
    numberCount: at(2),
    dateCount: at(3),
    markerCount: at(4),
    maxDigitsBeforePoint: at(5),
    minScale: at(6),
    maxScale: at(7),
  }
}
