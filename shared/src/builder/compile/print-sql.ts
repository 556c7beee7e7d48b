import { assertNever } from '../../base/assert-never'
import type { CellValue } from '../../query/field'
import type { BuilderDialect } from '../dialects/builder-dialect'
import { readSqlToken } from '../../query/sql-token'
import type { SqlExpression, SqlOrder, SqlSelect, SqlText, SqlValueType } from './sql-node'

/** SQL with the values of its parameters by name, `$name` in the text. */
export interface PrintedSql {
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
}

/**
 * Writes a statement, one clause to a line. values: `bound` makes a parameter of each value a person gave; `written` puts
 * them into the text, quoted, for somebody who goes on with the SQL by hand.
 */
export function printSql(select: SqlSelect, dialect: BuilderDialect, values: 'bound' | 'written'): PrintedSql {
  const params: Record<string, CellValue> = {}
  let count = 0
  const bound = (text: string, type: SqlValueType): string => {
    count += 1
    params[`p${count}`] = text
    const given = `$p${count}`
    const castTo = dialect.typeOfValue(type, text)
    return castTo === null ? (dialect.readValue?.(type, given) ?? given) : `CAST(${given} AS ${castTo})`
  }
  const givenText = (given: SqlText) => {
    Object.assign(params, given.params)
    return given.text
  }
  const printer = values === 'written' ? writingPrinter(dialect) : { dialect, valueText: bound, givenText }
  return { sql: selectText(select, printer), params }
}

/** Conditions that all must hold, one to a line, with their values written into the text. */
export function printConditions(conditions: readonly SqlExpression[], dialect: BuilderDialect): string {
  const printer = writingPrinter(dialect)
  return conditions.map((condition) => operandText(condition, precedence.all + 1, printer)).join('\n  AND ')
}

function writingPrinter(dialect: BuilderDialect): Printer {
  return {
    dialect,
    valueText: (text, type) => dialect.literalOf(type, text),
    givenText: (given) => writtenText(given, dialect),
  }
}

/** The text with its values in the place of their names. */
function writtenText({ text, params }: SqlText, dialect: BuilderDialect): string {
  let written = ''
  for (let index = 0; index < text.length;) {
    const token = readSqlToken(text, index, dialect.syntax)
    index = token.to
    const value = token.kind === 'parameter' ? params[token.text.slice(1)] : undefined
    if (value === undefined) written += token.text
    else written += typeof value === 'string' ? dialect.quoteText(value) : String(value)
  }
  return written
}

interface Printer {
  readonly dialect: BuilderDialect
  readonly givenText: (given: SqlText) => string
  readonly valueText: (text: string, type: SqlValueType) => string
}

function selectText(select: SqlSelect, printer: Printer): string {
  const { dialect } = printer
  const names = (parts: readonly string[]) => parts.map(dialect.quoteName).join('.')
  const aliased = (text: string, alias: string | null) =>
    alias === null ? text : `${text} AS ${dialect.quoteName(alias)}`
  const lines: string[] = []
  if (select.with.length > 0) {
    const parts = select.with.map((part) => {
      // Not indented if somebody wrote it: a text in it may have several lines.
      const text = 'kind' in part.select ? printer.givenText(part.select) : indented(selectText(part.select, printer))
      return `${dialect.quoteName(part.name)} AS (\n${text}\n)`
    })
    lines.push(`WITH ${parts.join(', ')}`)
  }
  const columns = select.columns.map(({ of, alias }) => aliased(expressionText(of, printer), alias))
  lines.push(columns.length === 1 ? `SELECT ${columns.join('')}` : `SELECT\n${indented(columns.join(',\n'))}`)
  lines.push(`FROM ${aliased(names(select.from.table), select.from.alias)}`)
  for (const join of select.joins) {
    const table = aliased(names(join.table), join.alias)
    const on = join.kind === 'cross' ? '' : ` ON ${expressionText(join.on, printer)}`
    lines.push(`${joinWords[join.kind]} ${table}${on}`)
  }
  if (select.where !== null) {
    // One condition to a line, as far as they all must hold.
    const parts =
      select.where.kind === 'all'
        ? select.where.of.map((part) => operandText(part, precedence.all + 1, printer))
        : [expressionText(select.where, printer)]
    lines.push(`WHERE ${parts.join('\n  AND ')}`)
  }
  if (select.groupBy > 0) lines.push(`GROUP BY ${Array.from({ length: select.groupBy }, (_, at) => at + 1).join(', ')}`)
  if (select.groupBySets !== undefined) lines.push(...setsText(select.groupBySets, printer))
  const between = select.isDistinctUnion === true ? (dialect.unionWords ?? 'UNION') : 'UNION ALL'
  for (const other of select.union ?? []) lines.push(`${between}\n${selectText(other, printer)}`)
  if (select.orderBy.length > 0) lines.push(`ORDER BY ${orderText(select.orderBy, printer)}`)
  if (select.limit !== null) lines.push(`LIMIT ${select.limit}`)
  return lines.join('\n')
}

const joinWords = {
  left: 'LEFT JOIN',
  inner: 'JOIN',
  right: 'RIGHT JOIN',
  full: 'FULL JOIN',
  cross: 'CROSS JOIN',
} as const

function setsText(sets: readonly (readonly SqlExpression[])[], printer: Printer): readonly string[] {
  const texts = sets.map((set) => set.map((part) => expressionText(part, printer)).join(', '))
  if (texts.length !== 1) return [`GROUP BY GROUPING SETS (${texts.map((text) => `(${text})`).join(', ')})`]
  return texts[0] === '' ? [] : [`GROUP BY ${texts.join('')}`]
}

function frameText({ from, to }: { readonly from: number | null; readonly to: number }): string {
  const bound = (rows: number) => (rows === 0 ? 'CURRENT ROW' : `${rows} PRECEDING`)
  return `ROWS BETWEEN ${from === null ? 'UNBOUNDED PRECEDING' : bound(from)} AND ${bound(to)}`
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`
}

function orderText(orders: readonly SqlOrder[], printer: Printer): string {
  return orders
    .map(({ of, direction }) => {
      const text = expressionText(of, printer)
      const suffix = direction === 'descending' ? ' DESC' : ''
      return printer.dialect.hasNullsLast
        ? `${text}${suffix} NULLS LAST`
        : `${operandText(of, precedence.compare, printer)} IS NULL, ${text}${suffix}`
    })
    .join(', ')
}

/** How tightly it binds; what binds less than its place asks for gets parentheses. */
const precedence = { any: 1, all: 2, not: 3, compare: 4, sum: 5, product: 6, collate: 7, atom: 8 } as const

function precedenceOf(expression: SqlExpression): number {
  switch (expression.kind) {
    case 'any':
    case 'all':
      return expression.of.length === 0 ? precedence.compare : precedence[expression.kind]
    case 'not':
      return precedence.not
    case 'is-null':
    case 'in':
    case 'in-step':
      return precedence.compare
    case 'binary':
      if (expression.operator === '+' || expression.operator === '-') return precedence.sum
      return expression.operator === '*' || expression.operator === '/' || expression.operator === '%'
        ? precedence.product
        : precedence.compare
    case 'collate':
      return precedence.collate
    default:
      return precedence.atom
  }
}

function operandText(expression: SqlExpression, least: number, printer: Printer): string {
  const text = expressionText(expression, printer)
  return precedenceOf(expression) < least ? `(${text})` : text
}

function expressionText(expression: SqlExpression, printer: Printer): string {
  const { dialect } = printer
  const text = (of: SqlExpression) => expressionText(of, printer)
  const list = (of: readonly SqlExpression[]) => of.map(text).join(', ')
  switch (expression.kind) {
    case 'column': {
      const name = dialect.quoteName(expression.name)
      return expression.of === null ? name : `${dialect.quoteName(expression.of)}.${name}`
    }
    case 'all-columns':
      return expression.of === null ? '*' : `${dialect.quoteName(expression.of)}.*`
    case 'value':
      return printer.valueText(expression.text, expression.type)
    case 'number':
      return String(expression.value)
    case 'keyword':
      return expression.word
    case 'word':
      return dialect.quoteText(expression.text)
    case 'unit':
      return expression.unit
    case 'call':
      return `${expression.name}(${expression.isDistinct ? 'DISTINCT ' : ''}${list(expression.args)})`
    case 'binary': {
      const own = precedenceOf(expression)
      const { left, operator, right } = expression
      // Comparisons do not follow each other in every database.
      const least = own === precedence.compare ? own + 1 : own
      return `${operandText(left, least, printer)} ${operator} ${operandText(right, own + 1, printer)}`
    }
    case 'all':
    case 'any': {
      // Of no conditions all hold, and none of any.
      if (expression.of.length === 0) return expression.kind === 'all' ? '1 = 1' : '1 = 0'
      const own = precedence[expression.kind]
      return expression.of
        .map((part) => operandText(part, own + 1, printer))
        .join(expression.kind === 'all' ? ' AND ' : ' OR ')
    }
    case 'not':
      return `NOT (${text(expression.of)})`
    case 'is-null':
      return `${operandText(expression.of, precedence.sum, printer)} IS ${expression.isNegated ? 'NOT ' : ''}NULL`
    case 'in': {
      const { of, values, isNegated } = expression
      // Wider than its column's type a value may not stand in such a list.
      if (dialect.listsOneType === true && values.some((item) => item.kind === 'value' && item.type === 'decimal'))
        return `(${values.map((item) => text({ kind: 'binary', left: of, operator: isNegated ? '<>' : '=', right: item })).join(isNegated ? ' AND ' : ' OR ')})`
      return `${operandText(of, precedence.sum, printer)} ${isNegated ? 'NOT ' : ''}IN (${list(values)})`
    }
    case 'in-step': {
      const { of, step, name, within } = expression
      const own = operandText(of, precedence.sum, printer)
      const [named, from] = [dialect.quoteName(name), dialect.quoteName(step)]
      if (within === undefined) return `${own} IN (SELECT ${named} FROM ${from})`
      const other = operandText(within.of, precedence.sum, printer)
      const otherName = dialect.quoteName(within.name)
      // Nothing is in no list, and so is no pair with it.
      const ofNothing = `${other} IS NULL AND ${own} IN (SELECT ${named} FROM ${from} WHERE ${otherName} IS NULL)`
      return `((${other}, ${own}) IN (SELECT ${otherName}, ${named} FROM ${from}) OR ${ofNothing})`
    }
    case 'cast':
      return `CAST(${text(expression.of)} AS ${expression.type})`
    case 'collate':
      return `${operandText(expression.of, precedence.collate, printer)} COLLATE ${expression.collation}`
    case 'convert':
      return `CONVERT(${text(expression.of)} USING ${expression.charset})`
    case 'interval':
      return dialect.intervalText(expression.count, expression.unit)
    case 'case': {
      const { when, result, otherwise } = expression
      const rest = otherwise === undefined ? '' : ` ELSE ${text(otherwise)}`
      return `CASE WHEN ${text(when)} THEN ${text(result)}${rest} END`
    }
    case 'match': {
      const cases = expression.cases.map(({ when, result }) => `WHEN ${text(when)} THEN ${text(result)}`)
      return `CASE ${text(expression.of)} ${cases.join(' ')} END`
    }
    case 'within-group':
      return `${text(expression.of)} WITHIN GROUP (ORDER BY ${text(expression.order)})`
    case 'over': {
      const parts = [
        ...(expression.partition.length === 0 ? [] : [`PARTITION BY ${list(expression.partition)}`]),
        ...(expression.order.length === 0 ? [] : [`ORDER BY ${orderText(expression.order, printer)}`]),
        ...(expression.isRunning ? ['ROWS UNBOUNDED PRECEDING'] : []),
        ...(expression.frame === undefined ? [] : [frameText(expression.frame)]),
      ]
      return `${text(expression.of)} OVER (${parts.join(' ')})`
    }
    default:
      return assertNever(expression)
  }
}
