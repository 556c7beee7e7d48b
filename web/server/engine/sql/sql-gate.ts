import type { DuckDBConnection } from '@duckdb/node-api'
import { TidemarkError, type Position } from '@tidemark/shared/errors/tidemark-error'
import { duckdbSyntax } from '@tidemark/shared/query/sql-syntax'
import { readSqlToken } from '@tidemark/shared/query/sql-token'
import * as z from 'zod/mini'
import { runsExplained } from './telling-statements'
import { detailOf, positionOfByte } from '../process/engine-error'
import { nearestName } from '@/server/base/nearest-name'

const parsedSchema = z.object({
  error: z.boolean(),
  error_type: z.optional(z.string()),
  error_message: z.optional(z.string()),
  position: z.optional(z.string()),
  statements: z.optional(z.array(z.unknown())),
})

type AstNode = Readonly<Record<string, unknown>>

/** A statement that passed the gate. tables: those it reads, named as in the catalog. */
export interface GatedStatement {
  readonly tables: readonly string[]
}

/** Returns the error for a table that cannot be read; undefined if the name (lower case) is unknown. */
export type TableAbsence = (name: string, position: Position | undefined) => TidemarkError | undefined

/**
 * Accepts exactly one SELECT that reads only the catalog's tables and calls no function that reaches the machine, the
 * settings or the engine's own catalogue. It judges the tree made by DuckDB's own parser. Nothing is bound yet, because
 * binding a file function already opens the file.
 *
 * Fails with `query-refused`, `query-syntax`, `query-parameter`, `query-unknown-name` or the error of `absenceOf`.
 */
export async function mustBeOneSelect(
  control: DuckDBConnection,
  sql: string,
  tableNames: ReadonlySet<string>,
  absenceOf: TableAbsence = () => undefined,
): Promise<GatedStatement> {
  mustHaveNoNul(sql)
  const result = await control.run('select json_serialize_sql($1::varchar)', [sql])
  const [row] = await result.getRows()
  const parsed = parsedSchema.parse(readTree(String(row?.[0])))
  if (parsed.error) throw parseFailure(parsed, sql)
  const statements = parsed.statements ?? []
  if (statements.length !== 1) {
    throw new TidemarkError('query-refused', {
      detail: statements.length === 0 ? 'There is no statement.' : `There are ${statements.length} statements.`,
      hint: onlyReads,
      position: placeOfRefused(sql),
    })
  }
  return judgeTree(statements[0], sql, tableNames, absenceOf)
}

/** DuckDB writes a number beyond a double, such as 1e309, as Infinity, which JSON does not know. No judgement needs it. */
function readTree(json: string): unknown {
  if (!json.includes('Infinity') && !json.includes('NaN')) return JSON.parse(json)
  const known = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) => (token.startsWith('"') ? token : '0'))
  return JSON.parse(known)
}

/** Refuses a NUL character: DuckDB would run the text before it as if it were the whole statement. */
function mustHaveNoNul(sql: string): void {
  const at = sql.indexOf('\0')
  if (at === -1) return
  const position = positionOfByte(sql, Buffer.byteLength(sql.slice(0, at)))
  throw new TidemarkError('query-syntax', {
    detail: 'There is a NUL character in the SQL.',
    hint: 'Delete that character; a NUL in a value is written `chr(0)`.',
    position,
  })
}

function parseFailure(
  { error_message: message = '', error_type: type, position }: z.infer<typeof parsedSchema>,
  sql: string,
): TidemarkError {
  if (type === 'parser' || type === 'syntax')
    return new TidemarkError('query-syntax', { detail: detailOf(message), position: positionOfByte(sql, position) })
  if (message.startsWith('Only SELECT')) {
    const isPivot = /^\s*pivot\b/i.test(sql)
    return new TidemarkError('query-refused', {
      detail: runsExplained(sql)
        ? 'EXPLAIN ANALYZE names files of the server: EXPLAIN tells the plan alone.'
        : undefined,
      hint: isPivot ? 'Name the values of a pivot: `SELECT * FROM t PIVOT (sum(v) FOR c IN (…))`.' : onlyReads,
      position: isPivot ? undefined : placeOfRefused(sql),
    })
  }
  return new TidemarkError(/parameter/i.test(message) ? 'query-parameter' : 'query-failed', { detail: message })
}

const onlyReads = 'Queries only read: write one SELECT.'
const readingWords: ReadonlySet<string> = new Set([
  'select',
  'with',
  'from',
  'values',
  'table',
  'describe',
  'desc',
  'show',
  'summarize',
])

/** Returns the start of a statement that cannot be parsed, or of a second one; otherwise undefined. */
function placeOfRefused(sql: string): Position | undefined {
  let statementCount = 0
  let isStart = true
  for (let index = 0; index < sql.length;) {
    const token = readSqlToken(sql, index, duckdbSyntax)
    index = token.to
    if (token.kind === 'space' || token.kind === 'comment' || (isStart && token.text === '(')) continue
    const begins = isStart && token.text !== ';'
    isStart = token.text === ';' && token.kind === 'symbol'
    if (!begins) continue
    statementCount += 1
    if (statementCount > 1 || !readingWords.has(token.text.toLowerCase()))
      return positionOfByte(sql, Buffer.byteLength(sql.slice(0, token.from)))
  }
  return undefined
}

function judgeTree(
  root: unknown,
  sql: string,
  tableNames: ReadonlySet<string>,
  absenceOf: TableAbsence,
): GatedStatement {
  const nodes = collectNodes(root)
  const cteNames = new Set(nodes.flatMap(cteNamesOf))
  const refuse = (node: AstNode, what: string): never => {
    throw new TidemarkError('query-refused', { detail: what, position: positionOf(node, sql) })
  }
  for (const name of cteNames)
    if (isSystemName(name)) throw new TidemarkError('query-refused', { detail: `"${name}" is a name of the engine.` })

  const allowedCalls = new Set<unknown>()
  const tables = new Set<string>()
  for (const node of nodes) {
    for (const source of tableSourcesOf(node)) {
      if (!sourceTypes.has(String(source.type))) refuse(source, `${String(source.type)} cannot be read from.`)
    }
    switch (node.type) {
      case 'BASE_TABLE':
        if (!cteNames.has(nameOf(node.table_name)) || isQualified(node))
          tables.add(mustBeKnownTable(node, sql, tableNames, absenceOf))
        break
      case 'TABLE_FUNCTION': {
        const call = isNode(node.function) ? node.function : node
        const name = nameOf(call.function_name)
        if (!tableFunctions.has(name)) refuse(node, `The table function ${name} is not available.`)
        allowedCalls.add(call)
        break
      }
      case 'SHOW_REF':
        if (!isNode(node.query)) refuse(node, 'Only a table or a query can be described.')
        break
    }
    if (
      typeof node.function_name === 'string' &&
      !allowedCalls.has(node) &&
      isRefusedFunction(nameOf(node.function_name))
    ) {
      refuse(node, `The function ${nameOf(node.function_name)} is not available.`)
    }
  }
  return { tables: [...tables] }
}

/** The node types allowed in FROM; a new type of a later DuckDB is refused until it has been reviewed. */
const sourceTypes: ReadonlySet<string> = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EXPRESSION_LIST',
  'EMPTY',
  'PIVOT',
  'SHOW_REF',
])

function tableSourcesOf(node: AstNode): AstNode[] {
  const places = node.type === 'JOIN' ? [node.left, node.right] : [node.from_table, node.source]
  return places.filter(isNode)
}

function mustBeKnownTable(
  node: AstNode,
  sql: string,
  tableNames: ReadonlySet<string>,
  absenceOf: TableAbsence,
): string {
  const name = nameOf(node.table_name)
  const schema = nameOf(node.schema_name)
  const catalog = nameOf(node.catalog_name)
  const isOwnSchema = (schema === '' || schema === 'main') && (catalog === '' || catalog === 'memory')
  if (isOwnSchema && tableNames.has(name)) return name
  const position = positionOf(node, sql)
  if (!isOwnSchema || isSystemName(name)) {
    throw new TidemarkError('query-refused', {
      detail: `"${[catalog, schema, name].filter((part) => part !== '').join('.')}" is not one of your tables.`,
      position,
    })
  }
  const absence = absenceOf(name, position)
  if (absence !== undefined) throw absence
  const near = nearestName(name, [...tableNames])
  throw new TidemarkError('query-unknown-name', {
    detail: `There is no table "${String(node.table_name)}".`,
    hint: near === undefined ? undefined : `Did you mean \`${near}\`?`,
    position,
  })
}

function isQualified(node: AstNode): boolean {
  return nameOf(node.schema_name) !== '' || nameOf(node.catalog_name) !== ''
}

/** Returns all objects of the tree, parents first. Iterative, because a query may be nested to any depth. */
function collectNodes(root: unknown): AstNode[] {
  const nodes: AstNode[] = []
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (Array.isArray(value)) for (const item of value) pending.push(item)
    else if (isNode(value)) {
      nodes.push(value)
      for (const child of Object.values(value)) if (typeof child === 'object') pending.push(child)
    }
  }
  return nodes
}

function cteNamesOf(node: AstNode): string[] {
  const names: string[] = []
  if (isNode(node.cte_map) && Array.isArray(node.cte_map.map)) {
    for (const entry of node.cte_map.map) if (isNode(entry)) names.push(nameOf(entry.key))
  }
  for (const name of [node.cte_name, node.ctename])
    if (typeof name === 'string' && name !== '') names.push(nameOf(name))
  return names
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function positionOf(node: AstNode, sql: string) {
  const location = node.query_location
  return typeof location === 'number' ? positionOfByte(sql, location) : undefined
}

/**
 * The table functions a query may call. This is an allowlist: other functions read files, secrets, settings or the
 * engine's catalogue, or run SQL given as text.
 */
const tableFunctions: ReadonlySet<string> = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
])

const refusedFunctions: ReadonlySet<string> = new Set([
  // Functions that read the machine, its settings or secrets.
  'getenv',
  'current_setting',
  'set_config',
  'getvariable',
  'which_secret',
  'glob',
  'write_log',
  'parse_duckdb_log_message',
  // Functions that take SQL as text, or reveal plans and definitions, which name files.
  'query',
  'query_table',
  'json_serialize_sql',
  'json_serialize_plan',
  'json_deserialize_sql',
  'json_execute_serialized_sql',
  'sql_auto_complete',
  'current_query',
  'current_query_id',
  'current_connection_id',
  'current_transaction_id',
  'txid_current',
  // Functions that change the engine's state or only wait.
  'nextval',
  'currval',
  'setval',
  'setseed',
  'sleep_ms',
  'pg_sleep',
  'checkpoint',
  'force_checkpoint',
  'storage_info',
  'get_block_size',
  'in_search_path',
  'obj_description',
  'col_description',
  'shobj_description',
])

const refusedFunctionPattern =
  /^(read_|duckdb_|pragma_|parquet_|sniff_|enable_|disable_|inet_|has_.*_privilege$|pg_(?!typeof$|size_pretty$)|__internal|.*_scan$)/

/** Returns true if queries must not call a scalar, aggregate or window function. name: lower case. */
function isRefusedFunction(name: string): boolean {
  return refusedFunctions.has(name) || refusedFunctionPattern.test(name)
}

/** Returns true for names of the engine's own tables, and for file names, which DuckDB would open. name: lower case. */
function isSystemName(name: string): boolean {
  return (
    /^(duckdb_|pragma_|sqlite_|pg_|information_schema)/.test(name) ||
    /[/\\:*?]/.test(name) ||
    /\.[a-z0-9]{2,8}$/.test(name)
  )
}
