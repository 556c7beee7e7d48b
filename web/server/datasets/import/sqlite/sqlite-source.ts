import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { rowsOfStatement } from '@/server/connectors/sqlite/sqlite-rows'
import { quoteName } from '@/server/engine/sql/sql-quoting'
import { mustHaveRoomFor } from '../types/column-limit'
import { nameColumns } from '../types/column-names'
import { noteOf } from '../types/column-type'
import { readTextColumns } from '../types/text-columns'
import type { ImportJob } from '../import-job'
import { mustAt, type PreparedSource } from '../import-source'
import { columnAlias, createPlainCsv, mostBytes, readCsvSql } from '../csv/plain-csv'
import { createColumnTally, readingOf, type ColumnTally } from './sqlite-column'

const rowsPerFlush = 1000

/**
 * Prepares one table of an SQLite file. Its columns may mix kinds of values, so types are decided over all values.
 * Views and virtual tables are excluded, because they run code. Fails with `upload-table` if there are several tables
 * and the job names none of them, `upload-empty`, or `upload-unreadable`.
 */
export async function prepareSqlite(job: ImportJob, connection: DuckDBConnection): Promise<PreparedSource> {
  const database = openDatabase(job.sourcePath)
  try {
    const { tables, otherCount } = listTables(database)
    const table = chooseTable(tables, job.table)
    const given = columnsOf(database, table)
    mustHaveRoomFor(given.length)
    const { names, notes } = nameColumns(given.map(({ name }) => name))
    const tallies = given.map(({ declaredType }) => createColumnTally(declaredType))
    const path = join(job.workFolder, 'plain.csv')
    const { rowCount, longestRecord } = await writeRows(database, table, tallies, path)
    const readings = tallies.map(readingOf)
    const from = readCsvSql({
      path,
      delimiter: ',',
      width: names.length,
      hasHeader: true,
      longestBytes: mostBytes(longestRecord),
    })
    const textColumns = readings.flatMap(({ isAllText }, index) =>
      isAllText ? [{ index, name: mustAt(names, index), text: columnAlias(index) }] : [],
    )
    const texts = await readTextColumns(connection, from, textColumns, job.knownColumns)
    return {
      from,
      columns: readings.map(({ expression, valueCount, note }, index) => {
        const [name, alias, text] = [mustAt(names, index), columnAlias(index), texts.get(index)]
        return {
          name,
          expression: text?.expression ?? expression(alias),
          text: alias,
          expectedValueCount: text?.expectedValueCount ?? valueCount,
          sign: text?.sign,
          dateOrder: text?.dateOrder,
          notes: [...(note === null ? [] : noteOf({ note }, name)), ...(text?.notes ?? [])],
        }
      }),
      notes: [
        ...(tables.length === 1 ? [] : [{ message: `Of ${tables.length} tables “${table}” was read.` }]),
        ...(otherCount === 0 ? [] : [{ message: viewNote(otherCount) }]),
        ...notes,
      ],
      expectedRowCount: rowCount,
    }
  } catch (thrown) {
    throw thrown instanceof TidemarkError ? thrown : unreadable(thrown)
  } finally {
    database.close()
  }
}

/** Opens the file as immutable: it takes no lock, ignores journals, and writes nothing beside the file. */
function openDatabase(path: string): DatabaseSyncInstance {
  try {
    const address = pathToFileURL(path)
    address.searchParams.set('immutable', '1')
    const database = new DatabaseSync(address.href, { readOnly: true })
    // Functions called by the file's own definitions (views, say) may only calculate.
    database.exec('PRAGMA trusted_schema = OFF')
    return database
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): TidemarkError {
  return new TidemarkError('upload-unreadable', {
    detail: 'SQLite finds it damaged, or it has a password.',
    hint: 'Copy it with “.backup” while its program is closed, and drop the copy.',
    cause,
  })
}

function listTables(database: DatabaseSyncInstance): {
  readonly tables: readonly string[]
  readonly otherCount: number
} {
  const tables: string[] = []
  let otherCount = 0
  for (const row of database.prepare('PRAGMA main.table_list').all()) {
    const { name, type } = row as { name: string; type: string } // as the pragma's documentation has it
    if (name.startsWith('sqlite_') || type === 'shadow') continue
    if (type === 'table') tables.push(name)
    else otherCount += 1
  }
  return { tables: tables.sort((a, b) => a.localeCompare(b, 'en')), otherCount }
}

function viewNote(count: number): string {
  return count === 1
    ? '1 view or virtual table of the file was left out.'
    : `${count} views and virtual tables of the file were left out.`
}

function chooseTable(tables: readonly string[], wanted: string | null): string {
  const [first] = tables
  if (first === undefined) throw new TidemarkError('upload-empty', { detail: 'It has no tables.' })
  if (wanted !== null && tables.includes(wanted)) return wanted
  if (wanted === null && tables.length === 1) return first
  throw new TidemarkError('upload-table', {
    detail: wanted === null ? undefined : `It has no table “${wanted}”.`,
    choices: tables,
  })
}

function columnsOf(
  database: DatabaseSyncInstance,
  table: string,
): readonly { readonly name: string; readonly declaredType: string }[] {
  return database
    .prepare(`SELECT * FROM ${quoteName(table)}`)
    .columns()
    .map(({ name, type }) => ({ name, declaredType: type ?? '' }))
}

async function writeRows(
  database: DatabaseSyncInstance,
  table: string,
  tallies: readonly ColumnTally[],
  path: string,
): Promise<{ readonly rowCount: number; readonly longestRecord: number }> {
  const output = createPlainCsv(path)
  output.write(tallies.map((_, index) => columnAlias(index)))
  let rowCount = 0
  let longestRecord = 0
  for (const values of rowsOfStatement(database.prepare(`SELECT * FROM ${quoteName(table)}`))) {
    rowCount += 1
    const texts = tallies.map((tally, index) => tally.add(values[index] ?? null, rowCount))
    output.write(texts)
    longestRecord = Math.max(
      longestRecord,
      texts.reduce((sum, text) => sum + (text?.length ?? 0) * 2 + 3, 0),
    )
    if (rowCount % rowsPerFlush === 0) await output.flush()
  }
  await output.close()
  return { rowCount, longestRecord }
}
