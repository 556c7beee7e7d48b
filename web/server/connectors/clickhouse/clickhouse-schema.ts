import {
  maxListedTables,
  type DatabaseColumn,
  type DatabaseSchema,
  type DatabaseTable,
} from '@tidemark/shared/connections/database-schema'
import { commentOf } from '../rows/comment-of'
import { ClickhouseFailure } from './clickhouse-error'
import { quoteRole, readingRights, rolesIn, type ReadingRights } from './clickhouse-grants'
import { clickhouseType } from './clickhouse-values'

/** Runs one of our own statements. Values are texts, null for NULL. */
type Ask = (sql: string) => Promise<readonly (readonly (string | null)[])[]>

const notEnoughPrivileges = 497
const syntaxError = 62
const unknownIdentifier = 47

const tablesSql = `
  SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary
  AND NOT startsWith(name, '.inner') ORDER BY name LIMIT ${maxListedTables + 1}`

const columnsSql = `
  SELECT table, name, type, is_in_primary_key FROM system.columns WHERE database = currentDatabase()`

/** The row counts of tables that store parts, which are exact; other engines count no rows. */
const rowsSql = `
  SELECT table, sum(rows) FROM system.parts WHERE database = currentDatabase() AND active GROUP BY table`

/** The comments of tables and columns; for a table the second field is empty. Versions before 2020 have no comments. */
const commentsSql = `
  SELECT name, '', comment FROM system.tables WHERE database = currentDatabase() AND comment <> ''
  UNION ALL SELECT table, name, comment FROM system.columns WHERE database = currentDatabase() AND comment <> ''`

function nothingKept(thrown: unknown): readonly [] {
  if (thrown instanceof ClickhouseFailure && thrown.number === unknownIdentifier) return []
  throw thrown
}

/**
 * Ignores the lack of the right to read `system.parts`, which a user who can read the table may lack; there are no
 * estimates then.
 */
function nothingGranted(thrown: unknown): readonly [] {
  if (thrown instanceof ClickhouseFailure && thrown.number === notEnoughPrivileges) return []
  throw thrown
}

/**
 * Reads the rights of the connection's user; null if the server does not report them. FINAL includes the rights of
 * roles; versions without FINAL are asked for each role. Versions before 2020 have no such statement.
 */
async function readRights(ask: Ask, database: string): Promise<ReadingRights | null> {
  const statementsOf = async (sql: string) => (await ask(sql)).map(([text]) => text ?? '')
  try {
    return readingRights([await statementsOf('SHOW GRANTS FINAL')], database)
  } catch (thrown) {
    if (!(thrown instanceof ClickhouseFailure)) throw thrown
    if (thrown.number !== syntaxError) return null
  }
  try {
    const own = await statementsOf('SHOW GRANTS')
    const holders = [own]
    const roles = new Set(rolesIn(own))
    // Iterating over a set includes roles added meanwhile, since roles can grant roles.
    for (const role of roles) {
      const statements = await statementsOf(`SHOW GRANTS FOR ${quoteRole(role)}`)
      holders.push(statements)
      for (const other of rolesIn(statements)) roles.add(other)
    }
    return readingRights(holders, database)
  } catch (thrown) {
    if (thrown instanceof ClickhouseFailure) return null
    throw thrown
  }
}

/**
 * Reads the tables of the connection's database. ClickHouse has no foreign keys; its primary key only sorts and need
 * not be unique.
 */
export async function readClickhouseSchema(ask: Ask, database: string): Promise<DatabaseSchema> {
  const tables = await ask(tablesSql)
  const columns = await ask(columnsSql)
  const rowsByTable = new Map((await ask(rowsSql).catch(nothingGranted)).map(([table, rows]) => [table, Number(rows)]))
  const comments = await ask(commentsSql).catch(nothingKept)
  const rights = await readRights(ask, database)
  const commentsByPath = new Map(
    comments.map(([table, column, comment]) => [`${table ?? ''}\n${column ?? ''}`, comment]),
  )
  const columnsByTable = new Map<string | null, DatabaseColumn[]>()
  for (const [table = null, name, typeName, isKey] of columns) {
    const { type, nullable } = clickhouseType(typeName ?? '', { server: 'UTC', asked: 'UTC' })
    const known = columnsByTable.get(table) ?? []
    columnsByTable.set(table, known)
    known.push({
      name: name ?? '',
      type,
      databaseType: typeName ?? '',
      nullable,
      key: isKey === '1' ? 'primary' : null,
      references: null,
      ...commentOf(commentsByPath.get(`${table ?? ''}\n${name ?? ''}`)),
    })
  }
  const listed = tables.slice(0, maxListedTables).map(([name = null, engine]): DatabaseTable => {
    const isView = engine?.endsWith('View') === true
    const own = columnsByTable.get(name) ?? []
    // Columns are listed if the user has any right to them, not necessarily the right to read.
    const right = rights?.of(
      name ?? '',
      own.map((column) => column.name),
    )
    return {
      schema: database,
      name: name ?? '',
      kind: engine === 'MaterializedView' ? 'materialized-view' : isView ? 'view' : 'table',
      ...commentOf(commentsByPath.get(`${name ?? ''}\n`)),
      rowEstimate: isView ? null : (rowsByTable.get(name) ?? null),
      columns: right === undefined ? own : own.filter((column) => right.readable.includes(column.name)),
      hidesColumns: right?.hidesOthers ?? false,
    }
  })
  return {
    // Leave out tables that the user can write but not read.
    tables: listed.filter(({ columns: own, hidesColumns }) => own.length > 0 || !hidesColumns),
    defaultSchemas: [database],
    isCut: tables.length > maxListedTables,
    asOf: new Date().toISOString(),
  }
}
