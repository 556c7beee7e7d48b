import type { DuckDBConnection } from '@duckdb/node-api'
import { dateClasses, numberClasses, type ColumnEvidence } from './column-type'
import { mustAt, readRows } from '../import-source'
import { marksToName } from './missing-marks'
import { gatherPlainEvidence } from './plain-evidence'
import { plainClassSql, valueClasses, valueClassSql } from './value-class'

/** The number of rows from which a column's kind is guessed before every value is checked. */
const sampledRows = 1000
/** The most columns checked by casts, because the engine plans several expressions for each. */
const mostPlainColumns = 500

/**
 * Gathers the evidence of columns over all rows of `from`. texts: SQL for a column's values as text. Columns that seem
 * to be plain numbers, dates or booleans are checked by casts, the others by patterns.
 */
export async function gatherEvidence(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
): Promise<readonly ColumnEvidence[]> {
  if (texts.length === 0) return []
  const head = `(SELECT * FROM ${from} LIMIT ${sampledRows})`
  const [row] = await readRows(connection, `SELECT CAST(count(*) AS DOUBLE) FROM ${head}`)
  if (Number(row?.[0]) < sampledRows) return classifyFew(connection, from, texts)
  if (texts.length > mostPlainColumns) return classifyValues(connection, from, texts)
  const plain = await gatherPlainEvidence(connection, from, texts, await classifyFew(connection, head, texts))
  const others = texts.flatMap((_, index) => (plain.has(index) ? [] : [index]))
  const classified = await classifyValues(
    connection,
    from,
    others.map((index) => mustAt(texts, index)),
  )
  return texts.map((_, index) => plain.get(index) ?? mustAt(classified, others.indexOf(index)))
}

/**
 * Gathers the evidence of few rows, for which planning the SQL takes far longer than reading. A part of the patterns is
 * tried first, which suffices for most files.
 */
async function classifyFew(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
): Promise<readonly ColumnEvidence[]> {
  const plain = await classifyValues(connection, from, texts, plainClassSql)
  const others = plain.flatMap(({ unknownCount }, index) => (unknownCount === 0 ? [] : [index]))
  const classified = await classifyValues(
    connection,
    from,
    others.map((index) => mustAt(texts, index)),
  )
  return plain.map((evidence, index) => classified[others.indexOf(index)] ?? evidence)
}

/**
 * Classifies all columns as one long column: the patterns are ten kilobytes of SQL, which take the engine ten
 * milliseconds to plan, and separate expressions would cost that per column.
 */
async function classifyValues(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  classSql = valueClassSql,
): Promise<readonly (ColumnEvidence & { readonly unknownCount: number })[]> {
  if (texts.length === 0) return []
  const columns = `SELECT unnest([${texts.join(', ')}]) AS text, unnest(range(${texts.length})) AS n FROM ${from}`
  const values = `SELECT n, trim(text) AS v, ${classSql('text')} AS k FROM (${columns})`
  const rows = await readRows(connection, `SELECT CAST(n AS DOUBLE), ${evidenceSql()} FROM (${values}) GROUP BY n`)
  const byColumn = new Map(rows.map(([column, ...fields]) => [column, fields]))
  // Without rows there are no groups.
  return texts.map((_, column) => toEvidence(byColumn.get(column) ?? []))
}

const { int32, int64, bigInt, fraction, longFraction, exponent, pointEither, marker, boolean } = valueClasses
const plainNumbers = int32 | int64 | bigInt | fraction | longFraction | pointEither

/** Returns the SQL that aggregates evidence from values `v` with classes `k`. */
function evidenceSql(): string {
  // FILTER is avoided, because each one makes the engine copy all columns of the scan.
  const ifPlain = (sql: string) => `CASE WHEN (k & ${plainNumbers}) <> 0 THEN ${sql} END`
  const countOf = (kind: number, condition: string) =>
    `count_if(CASE WHEN k = ${kind} THEN ${condition} ELSE false END)`
  const point = `strpos(v, '.')`
  const digitsBefore = `CASE WHEN ${point} = 0 THEN length(v) ELSE ${point} - 1 END - CASE WHEN starts_with(v, '-') THEN 1 ELSE 0 END`
  const scale = `CASE WHEN ${point} = 0 THEN 0 ELSE length(v) - ${point} END`
  return [
    'coalesce(bit_or(k), 0)',
    'count_if(k <> 0)',
    `count_if((k & ${numberClasses}) <> 0)`,
    `count_if((k & ${dateClasses}) <> 0)`,
    `count_if(k = ${marker})`,
    `coalesce(max(${ifPlain(digitsBefore)}), 0)`,
    `coalesce(min(${ifPlain(scale)}), 0)`,
    `coalesce(max(${ifPlain(scale)}), 0)`,
    `count_if(v = '')`,
    'count_if(k IS NULL)',
    countOf(boolean, `lower(v) = 'no'`),
    countOf(exponent, `NOT regexp_matches(v, '[0-9]')`),
    countOf(exponent, `regexp_full_match(v, '[0-9]+[eE][0-9]+')`),
    countOf(exponent, 'true'),
  ]
    .map((sql) => `CAST(${sql} AS DOUBLE)`)
    .concat(['min', 'max'].map((end) => `${end}(CASE WHEN k = ${marker} THEN v END)`))
    .join(', ')
}

function toEvidence(values: readonly unknown[]): ColumnEvidence & { readonly unknownCount: number } {
  const at = (index: number) => Number(values[index] ?? 0)
  return {
    classes: at(0),
    valueCount: at(1),
    numberCount: at(2),
    dateCount: at(3),
    markerCount: at(4),
    maxDigitsBeforePoint: at(5),
    minScale: at(6),
    maxScale: at(7),
    blankCount: at(8),
    unknownCount: at(9),
    noCount: at(10),
    infinityCount: at(11),
    codeCount: at(12),
    exponentCount: at(13),
    markers: marksToName(values.slice(14)),
  }
}
