import { isGroupable, isNumericType, type FieldType } from '../../query/field'
import type { Question, QuestionColumn, QuestionTable, QuestionUnion } from '../question'
import { findColumn, type BuilderColumn } from '../suggest-join'

type Unions = Pick<Question, 'unions'>
type UnionPair = QuestionUnion['columns'][number]

/**
 * The columns of the rows that a question begins with, where rows of other tables follow those of its source; null where none
 * do. Each pair of the last union is one of them.
 */
export function unitedColumns({ unions = [] }: Unions): readonly BuilderColumn[] | null {
  const last = unions.at(-1)
  return last === undefined ? null : last.columns.map(unitedColumn)
}

/** The column that a pair becomes; of the type of its left one where both sides do not agree, which is told elsewhere. */
function unitedColumn({ name, left, right }: UnionPair): BuilderColumn {
  const [one, other] = [left ?? right, right ?? left]
  const type = one && other && (typeOfBoth(one.type, other.type) ?? one.type)
  // A 32-bit float stays one; any other type is brought to its plain one.
  const isFloat = type === 'number' && one?.databaseType === other?.databaseType
  return {
    name,
    type: type ?? 'text',
    databaseType: isFloat ? (one?.databaseType ?? '') : '',
    ...(left?.part === undefined ? {} : { part: left.part }),
    references: null,
  }
}

/** The type of a column with the values of two; null where they are of different kinds. */
export function typeOfBoth(left: FieldType, right: FieldType): FieldType | null {
  if (!isGroupable(left) || !isGroupable(right)) return null
  if (left === right) return left
  if (!isNumericType(left) || !isNumericType(right)) return null
  return [left, right].every((type) => type === 'integer' || type === 'bigint') ? 'bigint' : 'number'
}

/** The columns of tables that unions name: what is on the left of a later one the one before it made. */
export function columnsInUnions({ unions = [] }: Unions): readonly QuestionColumn[] {
  return unions.flatMap(({ columns }, index) =>
    columns.flatMap(({ left, right }) => [index === 0 ? left : null, right].filter((column) => column !== null)),
  )
}

/** A column of a table whose rows are among those of a question. */
export interface ColumnOrigin {
  readonly table: QuestionTable
  readonly column: QuestionColumn
}

/** Where the values of a column come from: of several tables where their rows are put together. */
export function originsOf(
  question: Pick<Question, 'source' | 'joins' | 'unions'>,
  column: Pick<QuestionColumn, 'join' | 'name' | 'part'>,
): readonly ColumnOrigin[] {
  const { source, joins, unions = [] } = question
  const ofTable = (table: QuestionTable | null | undefined, of: typeof column): readonly ColumnOrigin[] =>
    table ? [{ table, column: { type: 'text', databaseType: '', ...of } }] : []
  const last = unions.at(-1)
  if (column.join !== null) return ofTable(joins.find(({ id }) => id === column.join)?.table, column)
  if (last === undefined) return ofTable(source, column)
  const named = findColumn(last.columns.map(unitedColumn), column)
  const pair = last.columns.find(({ name }) => name === named?.name)
  const before = { source, joins, unions: unions.slice(0, -1) }
  return [...(pair?.left ? originsOf(before, pair.left) : []), ...(pair?.right ? ofTable(last.table, pair.right) : [])]
}
