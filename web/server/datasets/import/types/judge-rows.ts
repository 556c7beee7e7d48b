import type { DuckDBConnection } from '@duckdb/node-api'
import type { BadRow, BadRows } from '@tidemark/shared/datasets/bad-rows'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import type { ImportJob } from '../import-job'
import { readRows, type PreparedSource, type SourceDoubts, type DoubtfulColumn } from '../import-source'
import { columnAlias, mostBytes, readCsvSql } from '../csv/plain-csv'
import { isMostlyBad, shownRow, unreadPath } from '../csv/unread-rows'

/** The decision on a source: what to read, or the question to a person. leftOutCount: rows that are left out. */
export type Judgement =
  | { readonly kind: 'read'; readonly source: PreparedSource; readonly leftOutCount: number }
  | { readonly kind: 'bad-rows'; readonly badRows: BadRows }

const shownRows = 20

/**
 * Counts the rows of a source that do not fit, and treats them as the job says. Rows that are left out are written to
 * `leftOutPath` with row, line, reason and text.
 */
export async function judgeRows(
  connection: DuckDBConnection,
  source: PreparedSource,
  job: ImportJob,
): Promise<Judgement> {
  const { doubts } = source
  if (doubts === undefined) return { kind: 'read', source, leftOutCount: 0 }
  const unreadCount = doubts.unread.count
  const rowCount = (source.expectedRowCount ?? 0) + unreadCount
  const misfitCount = job.badRows === 'as-text' ? 0 : await countMisfits(connection, doubts)
  // With so many misfits the columns are text after all.
  const columns = isMostlyBad(unreadCount + misfitCount, rowCount) ? [] : doubts.columns
  const badCount = unreadCount + (columns.length === 0 ? 0 : misfitCount)
  if (badCount === 0 || job.badRows === 'as-text')
    return { kind: 'read', source: { ...source, notes: [...source.notes, ...doubts.textNotes] }, leftOutCount: 0 }
  if (job.badRows === 'ask') {
    const misfits = columns.length === 0 ? [] : await firstMisfits(connection, { ...doubts, columns })
    const rows = [...doubts.unread.first, ...misfits].sort((a, b) => a.row - b.row).slice(0, shownRows)
    return { kind: 'bad-rows', badRows: { rowCount, badCount, rows, choices: [...doubts.choices] } }
  }
  await writeLeftOut(connection, { ...doubts, columns }, job)
  return { kind: 'read', source: withoutMisfits(source, { ...doubts, columns }, badCount), leftOutCount: badCount }
}

function misfits({ columns }: SourceDoubts): string {
  return columns.map(({ fits }) => `NOT ${fits}`).join(' OR ')
}

async function countMisfits(connection: DuckDBConnection, doubts: SourceDoubts): Promise<number> {
  if (doubts.columns.length === 0) return 0
  const [row] = await readRows(connection, `SELECT CAST(count_if(${misfits(doubts)}) AS DOUBLE) FROM ${doubts.from}`)
  return Number(row?.[0])
}

function misfitsSql(doubts: SourceDoubts): string {
  const reasons = doubts.columns.map((column) => `WHEN NOT ${column.fits} THEN ${reasonSql(column)}`)
  return `SELECT ${doubts.row} AS "row", ${doubts.line} AS line, CASE ${reasons.join(' ')} END AS reason, ${doubts.rowText} AS text
    FROM ${doubts.from} WHERE ${misfits(doubts)}`
}

function reasonSql({ name, text, wanted }: DoubtfulColumn): string {
  return `concat('has “', left(${text}, 40), ${quoteText(`” in ${name}, where the others have ${wanted}`)})`
}

async function firstMisfits(connection: DuckDBConnection, doubts: SourceDoubts): Promise<readonly BadRow[]> {
  const rows = await readRows(
    connection,
    `SELECT CAST("row" AS DOUBLE), CAST(line AS DOUBLE), reason, text FROM (${misfitsSql(doubts)}) ORDER BY "row" LIMIT ${shownRows}`,
  )
  return rows.map(([row, line, reason, text]) =>
    shownRow({
      row: Number(row),
      line: line === null ? null : Number(line),
      reason: String(reason),
      text: String(text),
    }),
  )
}

async function writeLeftOut(connection: DuckDBConnection, doubts: SourceDoubts, job: ImportJob): Promise<void> {
  const { unread, columns } = doubts
  const parts: string[] = columns.length === 0 ? [] : [misfitsSql(doubts)]
  if (unread.count > 0) {
    const path = unreadPath(job.workFolder)
    const from = readCsvSql({
      path,
      delimiter: ',',
      width: 4,
      hasHeader: false,
      longestBytes: mostBytes(unread.longest),
    })
    const [row, line, reason, text] = [0, 1, 2, 3].map(columnAlias)
    parts.push(
      `SELECT CAST(${row} AS BIGINT) AS "row", CAST(${line} AS BIGINT) AS line, ${reason} AS reason, ${text} AS text FROM ${from}`,
    )
  }
  await connection.run(
    `COPY (SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY "row") TO ${quoteText(job.leftOutPath)} (FORMAT csv, HEADER, USE_TMP_FILE false)`,
  )
}

/** Returns the source with only the rows that fit, and the types that these allow. */
function withoutMisfits(source: PreparedSource, doubts: SourceDoubts, badCount: number): PreparedSource {
  const notes: readonly ImportNote[] = [...source.notes, leftOutNote(badCount)]
  if (doubts.columns.length === 0) return { ...source, notes: [...notes, ...doubts.textNotes] }
  const typed = new Map(doubts.columns.map((column) => [column.index, column]))
  const fits = doubts.columns.map((column) => column.fits).join(' AND ')
  return {
    ...source,
    from: `(SELECT * FROM ${doubts.from} WHERE ${fits})`,
    // The values in the left-out rows are not counted separately.
    columns: source.columns.map((column, index) => ({
      ...column,
      expression: typed.get(index)?.expression ?? column.expression,
      expectedValueCount: null,
    })),
    notes: [
      ...notes,
      ...doubts.columns.flatMap((column) => column.notes),
      ...doubts.textNotes.filter(({ column }) => !doubts.columns.some(({ name }) => name === column)),
    ],
    expectedRowCount: (source.expectedRowCount ?? 0) + doubts.unread.count - badCount,
  }
}

function leftOutNote(count: number): ImportNote {
  return {
    message:
      count === 1
        ? '1 row that does not fit the others was left out and can be downloaded.'
        : `${count} rows that do not fit the others were left out and can be downloaded.`,
  }
}
