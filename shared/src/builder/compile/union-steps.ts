import type { BuilderDialect } from '../dialects/builder-dialect'
import type { Question, QuestionColumn, QuestionTable } from '../question'
import { findColumn } from '../suggest-join'
import { unitedColumns } from '../unions/united-columns'
import { cast, column, type SqlExpression, type SqlSelect } from './sql-node'

/** A table or step to read. columnName: what it calls a column by now. */
interface ReadRows {
  readonly path: readonly string[]
  readonly columnName: (of: Pick<QuestionColumn, 'name' | 'part'>) => string
}

/** The steps that put rows of tables together, one for each union, of which the last has them all. */
export function unionSteps(
  { source, unions = [] }: Pick<Question, 'source' | 'unions'>,
  rowsOf: (table: QuestionTable) => ReadRows,
  dialect: BuilderDialect,
): SqlSelect['with'] {
  if (source === null) return []
  let before = rowsOf(source)
  return unions.map((union, index) => {
    const columns = unitedColumns({ unions: [union] }) ?? []
    const rows = (read: ReadRows, side: 'left' | 'right'): SqlSelect => ({
      with: [],
      columns: union.columns.map((pair, at) => {
        const own = pair[side]
        const to = columns[at]
        const of =
          own && to
            ? sideValue(column(read.path.at(-1) ?? null, read.columnName(own)), pair, own, to, dialect)
            : nothing
        return { of, alias: pair.name }
      }),
      from: { table: read.path, alias: null },
      joins: [],
      where: null,
      groupBy: 0,
      orderBy: [],
      limit: null,
    })
    const added = rows(rowsOf(union.table), 'right')
    const name = `together_${index + 1}`
    const select = { ...rows(before, 'left'), union: [added], isDistinctUnion: union.isDistinct === true }
    before = { path: [name], columnName: (of) => findColumn(columns, of)?.name ?? of.name }
    return { name, select }
  })
}

const nothing: SqlExpression = { kind: 'keyword', word: 'NULL' }

/** A value of one side as it stands among those of the other. */
function sideValue(
  of: SqlExpression,
  { left, right }: NonNullable<Question['unions']>[number]['columns'][number],
  own: QuestionColumn,
  to: Pick<QuestionColumn, 'type'>,
  dialect: BuilderDialect,
): SqlExpression {
  const exact = dialect.exact(of, own)
  if (to.type !== own.type && to.type === 'number') return cast(exact, dialect.doubleType)
  const isMixed = left !== null && right !== null && left.databaseType !== right.databaseType
  const isWhole = to.type === 'integer' || to.type === 'bigint'
  return isMixed && isWhole ? (dialect.commonInteger?.(exact) ?? exact) : exact
}
