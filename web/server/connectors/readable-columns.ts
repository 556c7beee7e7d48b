import type { DatabaseSchema, DatabaseTable } from '@tidemark/shared/connections/database-schema'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ConnectorSettings } from './connector'

const mostNamed = 40
const tablesByRefusal = new WeakMap<object, readonly DatabaseTable[]>()
const schemaByRefusal = new WeakMap<object, DatabaseSchema>()

/**
 * Returns the schema that was read when a statement was refused for lack of a right; undefined for any other failure.
 */
export function schemaAtRefusal(refusal: unknown): DatabaseSchema | undefined {
  return typeof refusal === 'object' && refusal !== null ? schemaByRefusal.get(refusal) : undefined
}

/**
 * Returns the tables in a refused statement of which some columns can be read, with those columns; undefined for any
 * other failure.
 */
export function readableTablesOf(refusal: unknown): readonly DatabaseTable[] | undefined {
  return typeof refusal === 'object' && refusal !== null ? tablesByRefusal.get(refusal) : undefined
}

/**
 * Extends a refusal by the readable columns of the tables that the statement mentions, if only some can be read.
 * Databases themselves name only the table.
 */
export async function withReadableColumns(
  refusal: TidemarkError,
  sql: string,
  { user }: Pick<ConnectorSettings, 'user'>,
  readSchema: () => Promise<DatabaseSchema>,
): Promise<TidemarkError> {
  // If the schema cannot be read either, the refusal is returned unchanged.
  const schema = await readSchema().catch(() => undefined)
  if (schema === undefined) return refusal
  const told = tellReadable(refusal, sql, user, schema.tables)
  schemaByRefusal.set(told, schema)
  return told
}

function tellReadable(
  refusal: TidemarkError,
  sql: string,
  user: string,
  tables: readonly DatabaseTable[],
): TidemarkError {
  const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_$]+/gu))
  const named = tables.filter(({ name, hidesColumns }) => hidesColumns && words.has(name.toLowerCase()))
  if (named.length === 0) return refusal
  const lists = named.map(({ name, columns }) => {
    const names = columns.slice(0, mostNamed).map((column) => `\`${column.name}\``)
    return `${names.join(', ')}${columns.length > mostNamed ? ' and others' : ''} of ${name}`
  })
  const { code, detail, position, cause } = refusal
  const hint = `The user “${user}” may read ${lists.join('; ')}. Name those columns instead of \`*\`.`
  const told = new TidemarkError(code, { detail, hint, position, cause })
  tablesByRefusal.set(told, named)
  return told
}
