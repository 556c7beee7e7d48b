import type { BuilderDialect } from './builder-dialect'
import { filterCondition } from './compile-filter'
import { distinctLabels, groupLabel, measureLabel } from './part-labels'
import type { Question, QuestionColumn, QuestionGroup, QuestionTable } from './question'
import { allOf, binary, column, type SqlExpression, type SqlSelect } from './sql-node'

/**
 * weekStart: 1 Monday to 7, as the workspace has it. today: the day that relative dates count from, where the clock of the
 * database is not to be asked. The zone is that of the session.
 */
export interface CompileOptions {
  readonly dialect: BuilderDialect
  readonly weekStart: number
  readonly today?: string
}

/** What is read, before anything is grouped. */
export interface QuestionBase {
  readonly reading: Pick<SqlSelect, 'from' | 'joins' | 'where'>
  /** A column as the database has it. */
  readonly raw: (of: QuestionColumn) => SqlExpression
  /** The same so that equal means the same everywhere. */
  readonly exact: (of: QuestionColumn) => SqlExpression
  /** The name of the source among the joins; null where there are none. */
  readonly sourceAlias: string | null
}

export function baseOf(question: Question, source: QuestionTable, options: CompileOptions): QuestionBase {
  const { dialect } = options
  const isJoined = question.joins.length > 0
  const [sourceAlias = source.name, ...joinAliases] = distinctLabels(
    [source, ...question.joins.map(({ table }) => table)].map(({ name }) => name),
  )
  const aliasesByJoin = new Map(question.joins.map(({ id }, index) => [id, joinAliases[index] ?? id]))
  const raw = (of: QuestionColumn) =>
    column(isJoined ? (of.join === null ? sourceAlias : (aliasesByJoin.get(of.join) ?? null)) : null, of.name)
  const exact = (of: QuestionColumn) => dialect.exact(raw(of), of)
  const pathOf = ({ schema, name }: QuestionTable) => (schema === null ? [name] : [schema, name])
  const aliasFor = (table: QuestionTable, alias: string) => (alias === table.name ? null : alias)
  const conditions = filterCondition(question.filter, { raw, exact, ...options })
  return {
    reading: {
      from: { table: pathOf(source), alias: isJoined ? aliasFor(source, sourceAlias) : null },
      joins: question.joins.map((join, index) => ({
        kind: join.kind,
        table: pathOf(join.table),
        alias: aliasFor(join.table, joinAliases[index] ?? join.id),
        on: allOf(join.on.map(({ left, right }) => binary(exact(left), '=', exact(right)))),
      })),
      where: conditions,
    },
    raw,
    exact,
    sourceAlias: isJoined ? sourceAlias : null,
  }
}

/** Of groups and measures in the answer. */
export function outputNames({ groups, measures }: Question): readonly string[] {
  return distinctLabels([...groups.map(groupLabel), ...measures.map(measureLabel)])
}

export function groupKey(
  { column: of, grain }: QuestionGroup,
  base: QuestionBase,
  dialect: BuilderDialect,
  weekStart: number,
): SqlExpression {
  return grain === null ? base.exact(of) : dialect.startOf(grain, base.raw(of), of.type, weekStart)
}
