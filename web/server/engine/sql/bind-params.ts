import type { DuckDBPreparedStatement } from '@duckdb/node-api'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'

/**
 * Binds every parameter of the statement by its name (`$name`, or `1`, `2` … for `$1` and `?`). Whole numbers are bound
 * as integers and texts as text, which DuckDB casts to the type it is compared with. Values that the statement does not
 * use are ignored.
 *
 * Fails with `query-parameter` if one is missing.
 */
export function bindParams(statement: DuckDBPreparedStatement, params: Readonly<Record<string, CellValue>>): void {
  for (let index = 1; index <= statement.parameterCount; index++) {
    const name = statement.parameterName(index)
    if (!Object.hasOwn(params, name))
      throw new TidemarkError('query-parameter', { detail: `The parameter $${name} has no value.` })
    bindValue(statement, index, params[name] ?? null)
  }
}

function bindValue(statement: DuckDBPreparedStatement, index: number, value: CellValue): void {
  if (value === null) statement.bindNull(index)
  else if (typeof value === 'boolean') statement.bindBoolean(index, value)
  else if (typeof value === 'string') statement.bindVarchar(index, value)
  else if (!Number.isSafeInteger(value) || Object.is(value, -0)) statement.bindDouble(index, value)
  else if (value === (value | 0)) statement.bindInteger(index, value)
  else statement.bindBigInt(index, BigInt(value))
}
