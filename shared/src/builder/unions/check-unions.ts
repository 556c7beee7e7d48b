import { isGroupable } from '../../query/field'
import type { Question, QuestionColumn, QuestionUnion } from '../question'
import { findColumn } from '../suggest-join'
import { typeOfBoth, unitedColumns } from './united-columns'

/** A problem of a table whose rows are added. partId: the union. */
interface UnionProblem {
  readonly step: 'joins'
  readonly partId: string
  readonly message: string
}

/** Lists what keeps the rows of tables from being put together, each table once. */
export function checkUnions({ unions = [] }: Pick<Question, 'unions'>): readonly UnionProblem[] {
  return unions.flatMap((union, index) => {
    const message =
      unions.findIndex(({ id }) => id === union.id) === index
        ? problemOf(union, unitedColumns({ unions: unions.slice(0, index) }))
        : 'Two tables are added with the same id.'
    return message === null ? [] : [{ step: 'joins', partId: union.id, message } as const]
  })
}

/** before: what earlier unions made; null for the columns of the source. */
function problemOf(
  { id, table, columns }: QuestionUnion,
  before: readonly Pick<QuestionColumn, 'name' | 'part'>[] | null,
): string | null {
  if (!columns.some(({ left, right }) => left !== null && right !== null))
    return `Choose which columns of “${table.name}” belong to those before it.`
  const names = columns.map(({ name }) => name.toLowerCase())
  for (const [at, { name, left, right }] of columns.entries()) {
    const [one, other] = [left ?? right, right ?? left]
    if (one === null || other === null) return `“${name}” is a column of neither side.`
    if (names.indexOf(name.toLowerCase()) !== at) return `Two columns are called “${name}”.`
    const strange = [one, other].find(({ join }) => join !== null && join !== id)
    if (strange !== undefined || right?.join === null)
      return `“${(strange ?? one).name}” is not a column of ${table.name}.`
    if (left !== null && before !== null && findColumn(before, left) === undefined)
      return `“${left.name}” is not among the columns before “${table.name}”.`
    const unfit = [one, other].find(({ type }) => !isGroupable(type))
    if (unfit !== undefined) return `“${unfit.name}” (${unfit.type}) cannot be put together with others.`
    if (typeOfBoth(one.type, other.type) === null)
      return `“${one.name}” (${one.type}) and “${other.name}” (${other.type}) cannot be one column.`
  }
  return null
}
