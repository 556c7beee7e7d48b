import type { FieldType } from '@tidemark/shared/query/field'

const fieldTypeByName: Readonly<Record<string, FieldType>> = {
  TINYINT: 'integer', SMALLINT: 'integer', INTEGER: 'integer', UTINYINT: 'integer', USMALLINT: 'integer', UINTEGER: 'integer',
  BIGINT: 'bigint', UBIGINT: 'bigint', HUGEINT: 'bigint', UHUGEINT: 'bigint',
  FLOAT: 'number', DOUBLE: 'number', BOOLEAN: 'boolean', DATE: 'date',
  TIMESTAMP: 'timestamp', TIMESTAMP_S: 'timestamp', TIMESTAMP_MS: 'timestamp', TIMESTAMP_NS: 'timestamp',
  'TIMESTAMP WITH TIME ZONE': 'timestamptz', TIME: 'time', 'TIME WITH TIME ZONE': 'time', INTERVAL: 'interval',
  JSON: 'json', BLOB: 'binary',
}

/** The field type of a DuckDB type by its name; nested types count as JSON, what is not listed as text. */
export function fieldTypeOf(databaseType: string): FieldType {
  if (databaseType.startsWith('DECIMAL')) return 'decimal'
  if (/^(STRUCT|MAP|UNION)\b|\[\d*\]$/.test(databaseType)) return 'json'
  return fieldTypeByName[databaseType] ?? 'text'
}
