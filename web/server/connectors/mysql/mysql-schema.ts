import {
  maxListedTables,
  type DatabaseColumn,
  type DatabaseSchema,
  type DatabaseTable,
} from '@tidemark/shared/connections/database-schema'
import type { CellValue } from '@tidemark/shared/query/field'
import { commentOf } from '../rows/comment-of'
import { mysqlTypeOfName } from './mysql-values'
import { textOf } from '../rows/text-of'

type Ask = (sql: string, values?: readonly CellValue[]) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Lists the tables of the connection's database. TABLE_ROWS is InnoDB's estimate. */
const tablesSql = `
  SELECT TABLE_NAME AS name, TABLE_TYPE AS kind, TABLE_ROWS AS estimate, TABLE_COMMENT AS comment
  FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME LIMIT ${maxListedTables + 1}`

const columnsSql = `
  SELECT TABLE_NAME AS table_name, COLUMN_NAME AS name, DATA_TYPE AS data_type, COLUMN_TYPE AS type_name,
    IS_NULLABLE AS nullable, COLUMN_KEY AS column_key, COLUMN_COMMENT AS comment, ORDINAL_POSITION AS place, PRIVILEGES AS rights
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`

/** Lists tables with rights to single columns; rights that come from roles are missing. */
const columnRightsSql = `
  SELECT DISTINCT TABLE_NAME AS name FROM information_schema.COLUMN_PRIVILEGES
  WHERE TABLE_SCHEMA = ? AND PRIVILEGE_TYPE = 'SELECT'`

const referencesSql = `
  SELECT TABLE_NAME AS table_name, COLUMN_NAME AS name,
    REFERENCED_TABLE_SCHEMA AS ref_schema, REFERENCED_TABLE_NAME AS ref_table, REFERENCED_COLUMN_NAME AS ref_column
  FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = ? AND REFERENCED_TABLE_NAME IS NOT NULL`

export async function readMysqlSchema(ask: Ask, database: string): Promise<DatabaseSchema> {
  const tables = await ask(tablesSql, [database])
  const columns = await ask(columnsSql, [database])
  const referencesByColumn = new Map(
    (await ask(referencesSql, [database])).map((row) => [
      `${textOf(row['table_name'])}\n${textOf(row['name'])}`,
      { schema: textOf(row['ref_schema']), table: textOf(row['ref_table']), column: textOf(row['ref_column']) },
    ]),
  )
  const columnsByTable = new Map<string, DatabaseColumn[]>()
  const hiding = new Set((await ask(columnRightsSql, [database])).map((row) => textOf(row['name'])))
  for (const row of columns) {
    const table = textOf(row['table_name'])
    const known = columnsByTable.get(table) ?? []
    columnsByTable.set(table, known)
    // Only columns to which the user has some right are listed, not necessarily the right to read. Others leave gaps in
    // the numbering.
    const isReadable = textOf(row['rights']).split(',').includes('select')
    if (!isReadable || Number(row['place']) !== known.length + 1) hiding.add(table)
    if (!isReadable) continue
    const name = textOf(row['name'])
    const references = referencesByColumn.get(`${table}\n${name}`) ?? null
    const column: DatabaseColumn = {
      name,
      type: mysqlTypeOfName(textOf(row['data_type'])),
      databaseType: textOf(row['type_name']),
      nullable: row['nullable'] === 'YES',
      key: row['column_key'] === 'PRI' ? 'primary' : references === null ? null : 'foreign',
      references,
      ...commentOf(row['comment']),
    }
    known.push(column)
  }
  const listed = tables.slice(0, maxListedTables).map((row): DatabaseTable => {
    const isView = textOf(row['kind']).endsWith('VIEW')
    const estimate = row['estimate']
    return {
      schema: database,
      name: textOf(row['name']),
      kind: isView ? 'view' : 'table',
      rowEstimate: isView || estimate === null || estimate === undefined ? null : Number(estimate),
      columns: columnsByTable.get(textOf(row['name'])) ?? [],
      hidesColumns: hiding.has(textOf(row['name'])),
      // A view's comment only says that it is a view.
      ...(isView ? {} : commentOf(row['comment'])),
    }
  })
  return {
    // Leave out tables that the user can change but not read.
    tables: listed.filter(({ columns: own, hidesColumns }) => own.length > 0 || !hidesColumns),
    defaultSchemas: [database],
    isCut: tables.length > maxListedTables,
    asOf: new Date().toISOString(),
  }
}
