import { DuckDBTypeId, type DuckDBType } from '@duckdb/node-api'
import type { Field, FieldType } from '@tidemark/shared/query/field'

/** Describes a DuckDB column as it is sent. Nullable is always true, because a query's result does not tell. */
export function fieldOf(name: string, type: DuckDBType): Field {
  return { name, type: fieldTypeOf(type), databaseType: type.toString(), nullable: true }
}

function fieldTypeOf(type: DuckDBType): FieldType {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return 'boolean'
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.INTEGER_LITERAL:
      return 'integer'
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return 'bigint'
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return 'number'
    case DuckDBTypeId.DECIMAL:
      return 'decimal'
    case DuckDBTypeId.DATE:
      return 'date'
    case DuckDBTypeId.TIME:
    case DuckDBTypeId.TIME_NS:
    case DuckDBTypeId.TIME_TZ:
      return 'time'
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return 'timestamp'
    case DuckDBTypeId.TIMESTAMP_TZ:
      return 'timestamptz'
    case DuckDBTypeId.INTERVAL:
      return 'interval'
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.GEOMETRY:
      return 'binary'
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
    case DuckDBTypeId.VARIANT:
      return 'json'
    case DuckDBTypeId.VARCHAR:
      return type.alias === 'JSON' ? 'json' : 'text'
    default:
      return 'text'
  }
}
