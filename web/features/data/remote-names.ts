import type { ConnectionKind } from '@tidemark/shared/connections/connection'
import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'

/** A name as that database's SQL has it: as it is when it can be, else in its quotes. */
export function quoteRemoteName(kind: ConnectionKind, name: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !commonReserved.has(name)) return name
  if (kind === 'clickhouse') return `"${name.replace(/[\\"]/g, '\\$&')}"`
  return kind === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
}

/** How a table is named in a query: with its schema only where it needs one. */
export function tablePath(
  kind: ConnectionKind,
  { schema, name }: Pick<DatabaseTable, 'schema' | 'name'>,
  { defaultSchemas }: Pick<DatabaseSchema, 'defaultSchemas'>,
): string {
  const table = quoteRemoteName(kind, name)
  return defaultSchemas.includes(schema) ? table : `${quoteRemoteName(kind, schema)}.${table}`
}

/** The select list of a table's readable columns: `*` if all are readable. */
export function columnsText(kind: ConnectionKind, { columns, hidesColumns }: DatabaseTable): string {
  return hidesColumns ? columns.map(({ name }) => quoteRemoteName(kind, name)).join(', ') : '*'
}

/** The first SQL of a chart of the table. */
export function firstRemoteSql(kind: ConnectionKind, table: DatabaseTable, schema: DatabaseSchema): string {
  return `select ${columnsText(kind, table)}\nfrom ${tablePath(kind, table, schema)}\n`
}

/** Words that PostgreSQL or MySQL reserves and tables are nevertheless called. */
const commonReserved: ReadonlySet<string> = new Set(
  (
    'all analyze and any array as asc between both by case cast check collate column constraint create cross current_date default ' +
    'delete desc distinct do drop else end except exists false fetch for foreign from full function grant group groups having if in index ' +
    'inner insert intersect into is join key keys lateral leading left like limit match natural not null of offset on only or order ' +
    'outer over partition primary rank range read references release right row rows schema select set some system table then to ' +
    'trailing true union unique update usage use user using values when where window with write'
  ).split(' '),
)
