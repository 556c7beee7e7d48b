import type { QuestionSource } from '@tidemark/shared/builder/question'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { FieldType } from '@tidemark/shared/query/field'
import { parameterLabel, type Parameter } from '@tidemark/shared/query/parameter'
import { duckdbFunctions, duckdbKeywords, duckdbTypes, sqlForms } from './duckdb-functions'
import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'
import { tablesInScope, withTables } from './sql-scope'
import { sqlTokens } from './sql-tokens'

/**
 * The tables that a query can name, with what is known of their columns. quote: quotes names for another database;
 * nothing specific to DuckDB is then offered. locale: for the numbers shown.
 */
export interface SqlCatalogue {
  readonly locale: string
  readonly quote?: (name: string) => string
  /** The chart's declared parameters; mentioned ones are found in the text. */
  readonly parameters?: readonly Parameter[]
  readonly tables: readonly {
    readonly name: string
    /** The text to insert, with its schema; by default the quoted name. */
    readonly path?: string
    /** Null if unknown. */
    readonly rowCount: number | null
    readonly columns: readonly CatalogueColumn[]
    /** The initial query of a chart on this table, as SQL and as the builder's source. */
    readonly first?: { readonly sql: string; readonly source: QuestionSource }
  }[]
}

export interface CatalogueColumn {
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
  readonly sample: readonly string[]
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly isHidden?: boolean | undefined
}

export interface SqlCompletion {
  readonly label: string
  readonly kind: 'table' | 'column' | 'function' | 'keyword' | 'type' | 'value' | 'parameter'
  /** Shown beside the label: a column's type and samples, a function's arguments. */
  readonly detail?: string
  /** The inserted text, if it differs from the label. cursor: relative to its end, at most 0. */
  readonly insert?: { readonly text: string; readonly cursor: number }
  /** The higher rank comes first among equally good matches. */
  readonly rank: number
}

export interface SqlCompletions {
  /** The offset at which the replaced text begins. */
  readonly from: number
  readonly options: readonly SqlCompletion[]
}

/**
 * Returns the completions at a position of the SQL; null in comments, numbers and free text. After `alias.` they are
 * its columns; after FROM and JOIN, tables; in a string compared with a column, its sample values; elsewhere columns in
 * scope, functions, keywords and tables.
 */
export function sqlCompletionsAt(sql: string, position: number, catalogue: SqlCatalogue): SqlCompletions | null {
  const parameters = parameterCompletions(sql, position, catalogue.parameters ?? [])
  if (parameters !== null) return parameters
  const tokens = sqlTokens(sql.slice(0, position))
  const last = tokens.at(-1)
  const atEnd = last !== undefined && last.to === position
  if (atEnd && last.kind === 'comment') return null
  if (atEnd && last.kind === 'string' && isOpenString(last.text)) return valueCompletions(sql, position, catalogue)
  const typed = atEnd && (last.kind === 'name' || last.kind === 'quotedName') ? last : undefined
  const from = typed?.from ?? position
  if (typed === undefined && /[\w'"]$/.test(sql.slice(0, position))) return null
  const before = tokens.filter((token) => token.to <= from && token.kind !== 'comment')
  const previous = before.at(-1)

  if (previous?.text === '.' && previous.to === from) {
    const owner = before.at(-2)
    return owner === undefined ? null : { from, options: columnsOf(owner.text, sql, position, catalogue) }
  }
  if (previous?.kind === 'name' && ['from', 'join'].includes(previous.text.toLowerCase())) {
    return { from, options: tableOptions(sql, position, catalogue) }
  }
  if (previous?.kind === 'name' && previous.text.toLowerCase() === 'as' && !isInCast(before)) return null
  return {
    from,
    options: [
      ...columnsInScope(sql, position, catalogue),
      ...tableOptions(sql, position, catalogue).map((option) => ({ ...option, rank: 1 })),
      ...(catalogue.quote === undefined ? functionOptions : []),
      ...keywordOptions,
    ],
  }
}

/** Returns declared and mentioned parameters after `{{`; null elsewhere. */
function parameterCompletions(sql: string, position: number, declared: readonly Parameter[]): SqlCompletions | null {
  const typed = /\{\{\s*([\p{L}\p{N}_]*)$/u.exec(sql.slice(0, position))?.[1]
  if (typed === undefined) return null
  const from = position - typed.length
  const rest = sql.slice(position)
  const closes = /^[\p{L}\p{N}_.]*\s*\}\}/u.test(rest) ? '' : rest.startsWith('}') ? '}' : '}}'
  const declaredByName = new Map(declared.map((parameter) => [parameter.name, parameter]))
  // Excludes the name that is being typed.
  const others = `${sql.slice(0, from)} ${rest}`
  const mentioned = [...others.matchAll(/\{\{\s*([\p{L}_][\p{L}\p{N}_]*)(?:\.\w+)?\s*\}\}/gu)].map(
    (match) => match[1] ?? '',
  )
  const option = (label: string, detail: string): SqlCompletion => ({
    label,
    kind: 'parameter',
    detail,
    insert: { text: label + closes, cursor: 0 },
    rank: 1,
  })
  return {
    from,
    options: [...new Set([...declaredByName.keys(), ...mentioned])].flatMap((name) => {
      const parameter = declaredByName.get(name)
      const detail = parameter === undefined ? 'text' : `${parameter.type} · ${parameterLabel(parameter)}`
      return parameter?.type === 'date-range'
        ? [option(`${name}.start`, detail), option(`${name}.end`, detail)]
        : [option(name, detail)]
    }),
  }
}

function columnsOf(owner: string, sql: string, position: number, catalogue: SqlCatalogue): SqlCompletion[] {
  const scoped = tablesInScope(sql, position).find((table) => table.alias.toLowerCase() === owner.toLowerCase())
  if (scoped !== undefined && scoped.columns !== null)
    return scoped.columns.map((name) => columnOption({ name }, 3, catalogue))
  const table = tableNamed(catalogue, scoped?.table ?? owner)
  return (table?.columns ?? []).map((column) => columnOption(column, 3, catalogue))
}

function columnsInScope(sql: string, position: number, catalogue: SqlCatalogue): SqlCompletion[] {
  const options = new Map<string, SqlCompletion>()
  for (const scoped of tablesInScope(sql, position)) {
    const columns = scoped.columns?.map((name) => ({ name })) ?? tableNamed(catalogue, scoped.table)?.columns ?? []
    for (const column of columns)
      if (!options.has(column.name)) options.set(column.name, columnOption(column, 3, catalogue))
  }
  return [...options.values()]
}

function columnOption(
  column: { readonly name: string } & Partial<CatalogueColumn>,
  rank: number,
  { quote = quoteIdentifier }: SqlCatalogue,
): SqlCompletion {
  const name = quote(column.name)
  const detail = [column.databaseType?.toLowerCase(), column.label, aboutColumn(column)].filter(Boolean).join(' · ')
  return {
    label: column.name,
    kind: 'column',
    ...(detail === '' ? {} : { detail }),
    ...(name === column.name ? {} : { insert: { text: name, cursor: 0 } }),
    // What somebody hid is still there for who knows it.
    rank: column.isHidden === true ? hiddenRank : rank,
  }
}

const hiddenRank = -3

/** Returns a column's description, otherwise some of its values. */
function aboutColumn({ description = '', sample = [] }: Partial<CatalogueColumn>): string {
  return shorten(description.replaceAll(/\s+/g, ' ') || sample.slice(0, 3).join(', '))
}

function tableOptions(sql: string, position: number, catalogue: SqlCatalogue): SqlCompletion[] {
  const ownTables = [...withTables(sql, position).keys()].map((name): SqlCompletion => ({
    label: name,
    kind: 'table',
    detail: 'defined above',
    rank: 3,
  }))
  const { locale } = catalogue
  const tables = catalogue.tables.map((table): SqlCompletion => {
    const name = table.path ?? quoteIdentifier(table.name)
    const columns = plural(locale, table.columns.length, 'column')
    const rows = table.rowCount === null ? '' : ` · ${plural(locale, table.rowCount, 'row')}`
    return {
      label: table.name,
      kind: 'table',
      detail: `${columns}${rows}`,
      ...(name === table.name ? {} : { insert: { text: name, cursor: 0 } }),
      rank: 2,
    }
  })
  return [...ownTables, ...tables]
}

/** Completes `region = 'O|` with the samples of region, from any table in scope that has it. */
function valueCompletions(sql: string, position: number, catalogue: SqlCatalogue): SqlCompletions | null {
  const tokens = sqlTokens(sql.slice(0, position))
  const string = tokens.at(-1)
  if (string === undefined) return null
  let index = tokens.length - 2
  while (index >= 0 && !/^(name|quotedName)$/.test(tokens[index]?.kind ?? '')) index--
  const word = tokens[index]?.text.toLowerCase()
  if (word === 'in' || word === 'like' || word === 'ilike') index--
  const between = sql.slice(tokens[index]?.to ?? 0, string.from)
  if (!/^\s*(=|<>|!=|(not\s+)?in\s*\((\s*'[^']*'\s*,)*|i?like)\s*$/i.test(between)) return null
  const name = tokens[index]?.text.toLowerCase()
  for (const scoped of tablesInScope(sql, position)) {
    const column = tableNamed(catalogue, scoped.table)?.columns.find((column) => column.name.toLowerCase() === name)
    if (column === undefined || column.type !== 'text') continue
    const closes = sql[position] === "'" ? '' : "'"
    return {
      from: string.from + 1,
      options: column.sample.map((value) => ({
        label: value,
        kind: 'value',
        insert: { text: value.replaceAll("'", "''") + closes, cursor: 0 },
        rank: 1,
      })),
    }
  }
  return null
}

function tableNamed(catalogue: SqlCatalogue, name: string) {
  return catalogue.tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
}

function isOpenString(text: string): boolean {
  return (text.match(/'/g)?.length ?? 0) % 2 === 1
}

function isInCast(before: readonly { readonly text: string }[]): boolean {
  const words = before.slice(-12).map((token) => token.text.toLowerCase())
  const cast = Math.max(words.lastIndexOf('cast'), words.lastIndexOf('try_cast'))
  return cast !== -1 && !words.slice(cast).includes(')')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

const functionOptions: readonly SqlCompletion[] = [...duckdbFunctions, ...sqlForms].map(({ name, args, about }) => ({
  label: name,
  kind: 'function',
  detail: `(${args}) · ${about}`,
  insert: { text: `${name}()`, cursor: args === '' ? 0 : -1 },
  rank: 0,
}))

const keywordOptions: readonly SqlCompletion[] = [
  ...duckdbKeywords.split(' ').map((label): SqlCompletion => ({ label, kind: 'keyword', rank: 1 })),
  ...duckdbTypes.split(' ').map((label): SqlCompletion => ({ label, kind: 'type', rank: -1 })),
]
