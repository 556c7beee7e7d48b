import type { PoolClient } from 'pg'
import {
  maxListedTables,
  type DatabaseColumn,
  type DatabaseSchema,
  type DatabaseTable,
} from '@tidemark/shared/connections/database-schema'
import { commentOf } from '../rows/comment-of'
import { moneyOid, postgresType } from './postgres-values'

interface TableRow {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: string
  readonly estimate: number
  readonly comment: string | null
}

interface ColumnRow {
  readonly table_oid: number
  readonly name: string
  readonly base_oid: number
  readonly type_name: string
  readonly nullable: boolean
  readonly is_primary: boolean
  readonly ref_schema: string | null
  readonly ref_table: string | null
  readonly ref_column: string | null
  readonly comment: string | null
  readonly is_readable: boolean
}

/** Kinds of tables by `pg_class.relkind`. */
const kindsByLetter: Readonly<Record<string, DatabaseTable['kind']>> = {
  v: 'view',
  m: 'materialized-view',
  p: 'partitioned-table',
  f: 'foreign-table',
}

/**
 * Lists tables. Partitions are left out, since they are read through their parents. reltuples is -1 before the first
 * ANALYZE.
 */
const tablesSql = `
  SELECT c.oid::int8::float8 AS oid, n.nspname AS schema, c.relname AS name, c.relkind::text AS kind,
    CASE WHEN c.relkind = 'p' THEN (
      SELECT sum(greatest(p.reltuples, 0)) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid
    ) ELSE c.reltuples END::float8 AS estimate, obj_description(c.oid, 'pg_class') AS comment
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
  ORDER BY n.nspname = ANY (current_schemas(false)) DESC, n.nspname, c.relname
  LIMIT ${maxListedTables + 1}`

const columnsSql = `
  SELECT a.attrelid::int8::float8 AS table_oid, a.attname AS name, coalesce(nullif(t.typbasetype, 0), a.atttypid)::int8::float8 AS base_oid,
    format_type(a.atttypid, a.atttypmod) AS type_name, NOT a.attnotnull AS nullable,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS is_primary,
    rn.nspname AS ref_schema, rc.relname AS ref_table, ra.attname AS ref_column, col_description(a.attrelid, a.attnum) AS comment,
    has_column_privilege(a.attrelid, a.attnum, 'SELECT') AS is_readable
  FROM pg_attribute a
  JOIN pg_type t ON t.oid = a.atttypid
  LEFT JOIN LATERAL (
    SELECT k.confrelid, k.confkey[array_position(k.conkey, a.attnum)] AS attnum
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey) ORDER BY k.oid LIMIT 1
  ) fk ON true
  LEFT JOIN pg_class rc ON rc.oid = fk.confrelid
  LEFT JOIN pg_namespace rn ON rn.oid = rc.relnamespace
  LEFT JOIN pg_attribute ra ON ra.attrelid = fk.confrelid AND ra.attnum = fk.attnum
  WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attrelid, a.attnum`

export async function readPostgresSchema(client: PoolClient): Promise<DatabaseSchema> {
  const tables = (await client.query<TableRow>(tablesSql)).rows
  const listed = tables.slice(0, maxListedTables)
  const columns = (await client.query<ColumnRow>(columnsSql, [listed.map(({ oid }) => oid)])).rows
  const schemas =
    (await client.query<{ schemas: string[] }>('SELECT current_schemas(false)::text[] AS schemas')).rows[0]?.schemas ??
    []
  const columnsByTable = new Map<number, DatabaseColumn[]>()
  const hiding = new Set<number>()
  for (const column of columns) {
    if (!column.is_readable) {
      hiding.add(column.table_oid)
      continue
    }
    const known = columnsByTable.get(column.table_oid)
    if (known === undefined) columnsByTable.set(column.table_oid, [columnOf(column)])
    else known.push(columnOf(column))
  }
  return {
    tables: listed.map(({ oid, schema, name, kind, estimate, comment }): DatabaseTable => ({
      schema,
      name,
      kind: kindsByLetter[kind] ?? 'table',
      rowEstimate: kind === 'v' || estimate === null || estimate < 0 ? null : estimate,
      columns: columnsByTable.get(oid) ?? [],
      hidesColumns: hiding.has(oid),
      ...commentOf(comment),
    })),
    defaultSchemas: schemas,
    isCut: tables.length > maxListedTables,
    asOf: new Date().toISOString(),
  }
}

function columnOf({
  name,
  base_oid,
  type_name,
  nullable,
  is_primary,
  ref_schema,
  ref_table,
  ref_column,
  comment,
}: ColumnRow): DatabaseColumn {
  const references =
    ref_schema === null || ref_table === null || ref_column === null
      ? null
      : { schema: ref_schema, table: ref_table, column: ref_column }
  return {
    name,
    type: postgresType(base_oid).type,
    // A domain over money is read as a number, like money.
    databaseType: base_oid === moneyOid ? 'money' : type_name,
    nullable,
    key: is_primary ? 'primary' : references === null ? null : 'foreign',
    references,
    ...commentOf(comment),
  }
}
