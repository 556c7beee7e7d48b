import { isTemporalType, type Field } from '../query/field'
import type { ResultFilter } from '../query/result-filter'
import { withoutEnd } from '../query/sql-limits'
import { isSingle } from './compile/compile-filter'
import { narrowQuestion, type FilteredColumn } from './compile/compile-result-filters'
import { printConditions } from './compile/print-sql'
import { column } from './compile/sql-node'
import type { BuilderDialect } from './dialects/builder-dialect'

/** Some SQL of fewer rows. left: the columns of conditions that cannot be asked of its answer. */
export interface NarrowedSql {
  readonly sql: string
  readonly left: readonly string[]
}

/**
 * SQL that asks for those rows of a query's answer which meet conditions, their values written into the text for somebody who goes
 * on with it by hand. fields: of the answer; conditions on other columns are dropped. onTheWall: a point in time as the clock of the
 * answer's zone shows it.
 */
export function narrowedSql(
  sql: string,
  conditions: readonly ResultFilter[],
  {
    fields,
    dialect,
    onTheWall,
  }: {
    readonly fields: readonly Field[]
    readonly dialect: BuilderDialect
    readonly onTheWall: (text: string) => string
  },
): NarrowedSql {
  const columns = fields.map((field): FilteredColumn => {
    const of = column(null, field.name)
    const { type, name } = field
    return {
      name,
      type,
      of: isTemporalType(type) ? dialect.comparable(of, type) : dialect.exact(of, field),
      isSingle: isSingle(field, dialect),
      isMeasure: false,
    }
  })
  const known = conditions.filter((condition) => fields.some(({ name }) => name === condition.column))
  const left = new Set<string>()
  const found = known.flatMap((condition) => {
    const { before, problems, rest } = narrowQuestion([condition], columns, { dialect, onTheWall })
    if (problems.length + rest.length > 0) left.add(condition.column)
    return problems.length > 0 ? [] : before
  })
  if (found.length === 0) return { sql, left: [...left] }
  const inner = withoutEnd(sql.trim())
  // On lines of their own: what ends in a comment would take the bracket with it.
  const narrowed = `SELECT *\nFROM (\n${inner}\n) AS answer\nWHERE ${printConditions(found, dialect)}`
  return { sql: narrowed, left: [...left] }
}
