import { quoteText } from '@/server/engine/sql/sql-quoting'
import type { SqlSyntax } from '@tidemark/shared/query/sql-syntax'
import { readSqlToken } from '@tidemark/shared/query/sql-token'

/** A statement that tells about tables or plans. select: what runs instead; null if the database answers it itself. */
export interface TellingStatement {
  readonly select: string | null
}

/**
 * The telling statements of a database. Its patterns match a statement as `inOneForm` returns it. tables: `SHOW TABLES`
 * as a SELECT. columns: `DESCRIBE` of a table as a SELECT. own: what the database answers itself. explains: the words
 * that may stand between EXPLAIN and a SELECT.
 */
export interface TellingRules {
  readonly tables?: string
  readonly columns?: (table: string) => string
  readonly own?: readonly RegExp[]
  readonly explains: ReadonlySet<string>
  readonly hint: string
}

const name = String.raw`(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")*"|${'`'}(?:[^${'`'}]|${'``'})*${'`'})`
const table = String.raw`(?:${name})(?: \. ${name}){0,2}`
const like = String.raw`(?: (?:not )?i?like ')?`
const pattern = (text: string) => new RegExp(`^${text}$`, 'u')

const showTables = /^show tables$/
const describesTable = pattern(`(?:(?:describe|desc)(?: table)?|show columns (?:from|in)) (${table})`)

/** `pg_attribute` shows each column to everybody; only those that the user can read are told. */
const postgres: TellingRules = {
  tables: `SELECT n.nspname::text AS schema, c.relname::text AS name
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
  AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
ORDER BY n.nspname = ANY (current_schemas(false)) DESC, n.nspname, c.relname`,
  columns: (
    named,
  ) => `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable
FROM pg_catalog.pg_attribute
WHERE attrelid = CAST(${quoteText(named)} AS regclass) AND attnum > 0 AND NOT attisdropped
  AND has_column_privilege(attrelid, attnum, 'SELECT')
ORDER BY attnum`,
  explains: new Set(
    'analyze analyse verbose costs settings generic_plan buffers serialize wal timing summary memory format text xml json yaml on off true false none binary'.split(
      ' ',
    ),
  ),
  hint: 'SHOW TABLES, DESCRIBE of a table and EXPLAIN of a SELECT can be asked as well.',
}

const mysql: TellingRules = {
  own: [
    pattern(`show (?:full )?tables(?: (?:from|in) ${name})?${like}`),
    pattern(`show (?:full )?(?:columns|fields) (?:from|in) ${table}(?: (?:from|in) ${name})?${like}`),
    pattern(`show (?:index|indexes|keys) (?:from|in) ${table}`),
    pattern(`show (?:databases|schemas)${like}`),
    pattern(`(?:describe|desc|explain) ${table}(?: ${name}| ')?`),
  ],
  explains: new Set('analyze extended partitions format traditional json tree'.split(' ')),
  hint: 'SHOW TABLES, SHOW COLUMNS, SHOW INDEX, DESCRIBE of a table and EXPLAIN of a SELECT can be asked as well.',
}

const clickhouse: TellingRules = {
  own: [
    pattern(`show (?:full )?tables(?: (?:from|in) ${name})?${like}`),
    pattern(`show (?:full )?(?:columns|fields) (?:from|in) ${table}(?: (?:from|in) ${name})?${like}`),
    pattern(`show (?:index|indexes|keys) (?:from|in) ${table}`),
    pattern(`show databases${like}`),
    pattern(`(?:describe|desc)(?: table)? ${table}`),
  ],
  explains: new Set(
    'ast syntax query tree plan pipeline estimate header description indexes actions json sorting graph compact optimize run_passes dump_passes passes dump_tree dump_ast oneline'.split(
      ' ',
    ),
  ),
  hint: 'SHOW TABLES, SHOW COLUMNS, DESCRIBE of a table and EXPLAIN of a SELECT can be asked as well.',
}

const sqlite: TellingRules = {
  tables: `SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
ORDER BY name`,
  columns: (named) => `SELECT name, lower(type) AS type, CASE WHEN "notnull" OR pk THEN 'NO' ELSE 'YES' END AS nullable
FROM pragma_table_info(${quoteText(plainName(named))}) ORDER BY cid`,
  explains: new Set(['query', 'plan']),
  hint: 'SHOW TABLES, DESCRIBE of a table and EXPLAIN of a SELECT can be asked as well.',
}

export const tellingRules = { postgres, mysql, clickhouse, sqlite } as const satisfies Record<string, TellingRules>

/** The first words of a statement that tells, whatever follows. */
export const tellingWords: ReadonlySet<string> = new Set(['show', 'describe', 'desc', 'explain'])

/** Returns how a telling statement is answered; the reason as a text if it cannot be; null for any other statement. */
export function readTelling(sql: string, syntax: SqlSyntax, rules: TellingRules): TellingStatement | string | null {
  const form = inOneForm(sql, syntax)
  const [first = ''] = form.split(' ', 1)
  if (!tellingWords.has(first)) return null
  if (rules.tables !== undefined && showTables.test(form)) return { select: rules.tables }
  const described = describesTable.exec(form)?.[1]
  if (rules.columns !== undefined && described !== undefined)
    return { select: rules.columns(described.replaceAll(' . ', '.')) }
  if (rules.own?.some((one) => one.test(form)) === true) return { select: null }
  if (first !== 'explain') return `This ${first.toUpperCase()} cannot be used here.`
  return explains(form, rules) ? { select: null } : refusalOfExplain(form)
}

/** Returns true if everything between EXPLAIN and a reading statement is a known option. */
function explains(form: string, rules: TellingRules): boolean {
  const words = form.split(' ').slice(1)
  const start = words.findIndex((word) => word === 'select' || word === 'with' || word === 'values')
  if (start === -1) return false
  return words.slice(0, start).every((word) => rules.explains.has(word) || /^(?:[(),=]|\d+)$/.test(word))
}

function refusalOfExplain(form: string): string {
  return /\banaly[sz]e\b/.test(form)
    ? 'EXPLAIN ANALYZE runs what it explains: it can be used for a SELECT alone.'
    : 'EXPLAIN can be used for a SELECT alone.'
}

/** The most tokens that are looked at; a statement that matches a whole pattern is shorter. */
const mostTokens = 200

/** Returns a statement with one space between its tokens: words in lower case, a string as one quote, names as they are. */
function inOneForm(sql: string, syntax: SqlSyntax): string {
  const tokens: string[] = []
  for (let index = 0; index < sql.length && tokens.length < mostTokens;) {
    const token = readSqlToken(sql, index, syntax)
    index = token.to
    if (token.kind === 'space' || token.kind === 'comment') continue
    if (token.kind === 'string') tokens.push("'")
    else tokens.push(token.kind === 'word' ? token.text.toLowerCase() : token.text)
  }
  while (tokens.at(-1) === ';') tokens.pop()
  return tokens.join(' ')
}

/** Returns a table's name without its schema and its quotes. */
function plainName(named: string): string {
  const last = /(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[^."`]+)$/.exec(named)?.[0] ?? named
  const quote = last[0] ?? ''
  return quote === '"' || quote === '`' ? last.slice(1, -1).replaceAll(quote + quote, quote) : last
}
