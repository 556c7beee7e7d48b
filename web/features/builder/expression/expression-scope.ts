import { checkExpression, type ExpressionLevel } from '@tidemark/shared/expressions/check-expression'
import { everyPart, type ExpressionProblem } from '@tidemark/shared/expressions/expression'
import type { ExpressionType } from '@tidemark/shared/expressions/expression-functions'
import { parseExpression } from '@tidemark/shared/expressions/parse-expression'
import type { QuestionColumn, QuestionExpression } from '@tidemark/shared/builder/question'
import { columnOf, type ReadTable } from '@tidemark/shared/builder/suggest-join'

/** A column by the name that an expression has for it. about: whose it is, and what people call it. */
export interface ScopeColumn {
  readonly as: string
  readonly column: QuestionColumn
  readonly about: string
}

/**
 * The columns that an expression can name: those of one that is stored by the names it has for them, then all others, with
 * their table where several have the name.
 */
export function scopeOf(read: readonly ReadTable[], stored: QuestionExpression | null): readonly ScopeColumn[] {
  const all = read.flatMap(({ join, table }) =>
    table.columns.map((column) => ({
      column: columnOf(join, column),
      title: table.title,
      about: column.label ?? table.title,
    })),
  )
  const isOf = (a: QuestionColumn, b: QuestionColumn) =>
    a.join === b.join && (a.name === b.name || (a.part !== undefined && a.part === b.part))
  const kept = (stored?.columns ?? []).map(({ as, column }): ScopeColumn => {
    const now = all.find((one) => isOf(one.column, column))
    return { as, column: now?.column ?? column, about: now?.about ?? '' }
  })
  const taken = new Set(kept.map(({ as }) => as))
  const others = all.flatMap(({ column, title, about }): ScopeColumn[] => {
    if (kept.some((one) => isOf(one.column, column))) return []
    let as = column.name
    if (taken.has(as)) as = `${column.name} (${title})`
    for (let count = 2; taken.has(as); count++) as = `${column.name} (${title} ${count})`
    taken.add(as)
    return [{ as, column, about }]
  })
  return [...kept, ...others]
}

/** An expression that is being written: what it makes, or what is wrong with it first. */
export type WrittenExpression =
  | { readonly ok: true; readonly expression: QuestionExpression; readonly type: ExpressionType }
  | { readonly ok: false; readonly problem: ExpressionProblem }

/** isCondition: it has to be true or false. */
export function readWritten(
  text: string,
  scope: readonly ScopeColumn[],
  level: ExpressionLevel,
  isCondition = false,
): WrittenExpression {
  const parsed = parseExpression(text)
  if (!parsed.ok) return { ok: false, problem: parsed.error }
  const columns = new Map(scope.map((one) => [one.as, one.column]))
  const { type, problems } = checkExpression(parsed.value, {
    level,
    columnType: (name) => columns.get(name)?.type,
    columnNames: [...columns.keys()],
  })
  const [problem] = problems
  if (problem !== undefined) return { ok: false, problem }
  if (isCondition && type !== 'boolean')
    return {
      ok: false,
      problem: { message: 'A filter is true or false, such as price > 10.', from: 0, to: text.length },
    }
  const names = new Set(everyPart(parsed.value).flatMap((part) => (part.kind === 'column' ? [part.name] : [])))
  const named = scope.filter(({ as }) => names.has(as)).map(({ as, column }) => ({ as, column }))
  return { ok: true, expression: { text: text.trim(), columns: named }, type }
}
