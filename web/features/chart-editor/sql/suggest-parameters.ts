import { isNumericType, isTemporalType, type FieldType } from '@tidemark/shared/query/field'
import type { Parameter } from '@tidemark/shared/query/parameter'
import { quoteIdentifier } from '@tidemark/shared/query/sql-identifier'
import type { SqlTemplate } from '@tidemark/shared/query/sql-template'
import type { SqlCatalogue } from './sql-completions'
import { tablesInScope, type ScopedTable } from './sql-scope'
import { longestHinted, sqlTokens, type EditorSqlToken } from './sql-tokens'

type CatalogueTable = SqlCatalogue['tables'][number]
interface Compared {
  readonly table: CatalogueTable
  readonly name: string
  readonly type: FieldType
}

/** The most mentions that are looked at. */
const mostRead = 50
/** The characters on either side of a mention that can hold what it is compared with. */
const comparedWithin = 1_000

/** The most choices of a parameter. */
const mostChoices = 500

const name = String.raw`"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*`
/** Matches a column, optionally with its table. A name after a point, colon or letter belongs to something else. */
const column = String.raw`(?<![.:\p{L}\p{N}_$"])(?:(?<owner>${name})\s*\.\s*)?(?<column>${name})`
const comparison = String.raw`=|<>|!=|<=|>=|<|>`
const before = new RegExp(
  String.raw`${column}\s*(?<operator>${comparison}|(?:not\s+)?in\s*\(|(?:not\s+)?between(?:\s+\{\{[^{}]*\}\}\s+and)?)\s*$`,
  'iu',
)
const after = new RegExp(String.raw`^\s*(?<operator>${comparison})\s*${column}(?!\s*[\p{L}\p{N}_$.(])`, 'iu')

/**
 * Suggests declarations for parameters that a text mentions and nobody declared, according to the column with which
 * each is compared: numbers, days, or one or several of its texts. None for a parameter that is compared with no known
 * column, nor for a long text.
 */
export function suggestParameters(
  { sql, mentions }: Pick<SqlTemplate, 'sql' | 'mentions'>,
  declared: readonly Pick<Parameter, 'name'>[],
  catalogue: SqlCatalogue,
): readonly Parameter[] {
  const suggested = new Map<string, Parameter>()
  if (sql.length > longestHinted) return []
  let tokens: readonly EditorSqlToken[] | undefined
  const scopeAt = (position: number) => tablesInScope(sql, position, (tokens ??= sqlTokens(sql)))
  // A date range is recognised by its parts.
  const undeclared = mentions.filter(({ name, part }) => part === null && !declared.some((one) => one.name === name))
  for (const mention of undeclared.slice(0, mostRead)) {
    if (suggested.has(mention.name)) continue
    const found =
      before.exec(sql.slice(Math.max(0, mention.from - comparedWithin), mention.from)) ??
      after.exec(sql.slice(mention.to, mention.to + comparedWithin))
    const { owner, column: of = '', operator = '' } = found?.groups ?? {}
    const compared = found === null ? null : comparedColumn(scopeAt(mention.from), owner, of, catalogue)
    const parameter = compared && parameterFor(mention.name, compared, operator.toLowerCase(), catalogue)
    if (parameter !== null) suggested.set(mention.name, parameter)
  }
  return [...suggested.values()]
}

/** Returns the compared column of a known table; null if there is none, or several with that name. */
function comparedColumn(
  scope: readonly ScopedTable[],
  owner: string | undefined,
  of: string,
  catalogue: SqlCatalogue,
): Compared | null {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const found = scope.flatMap(({ alias, table, columns }): readonly Compared[] => {
    if (columns !== null || (owner !== undefined && !isSame(alias, unquoted(owner)))) return []
    const known = catalogue.tables.find((candidate) => isSame(candidate.name, table))
    const own = known?.columns.find((candidate) => isSame(candidate.name, unquoted(of)))
    return known === undefined || own === undefined ? [] : [{ table: known, name: own.name, type: own.type }]
  })
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : only
}

function parameterFor(
  parameterName: string,
  { table, name: columnName, type }: Compared,
  operator: string,
  catalogue: SqlCatalogue,
): Parameter | null {
  const isMultiple = operator.includes('in') && operator.endsWith('(')
  const valueType = isNumericType(type) ? 'number' : isTemporalType(type) ? 'date' : null
  if (valueType !== null)
    return isMultiple ? { name: parameterName, type: 'list', of: valueType } : { name: parameterName, type: valueType }
  if (type !== 'text' || !(isMultiple || operator === '=' || operator === '<>' || operator === '!=')) return null
  const quote = catalogue.quote ?? quoteIdentifier
  const [from, values] = [table.path ?? quote(table.name), quote(columnName)]
  const choices = `SELECT DISTINCT ${values} FROM ${from} WHERE ${values} IS NOT NULL ORDER BY 1 LIMIT ${mostChoices}`
  return { name: parameterName, type: 'query', sql: choices, isMultiple }
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}
