import type { QuestionColumn, QuestionSource, QuestionTable } from './question'
import { isSameTable } from './same-table'
import type { ColumnRole } from './column-role'
import { canBeJoined, isGroupable, type FieldType } from '../query/field'
import type { NumberSign } from '../query/number-sign'

/** A table that a question can read, as the schema has it. title: what people call it. hidesColumns: it has others, too. */
export interface BuilderTable {
  readonly table: QuestionTable
  readonly title: string
  readonly rowCount: number | null
  readonly columns: readonly BuilderColumn[]
  readonly hidesColumns?: boolean
  /** Declared joins with other tables. */
  readonly joins?: readonly DeclaredPair[]
}

/** A column of a table that equals one of another. */
export interface DeclaredPair {
  readonly column: string
  readonly table: QuestionTable
  readonly otherColumn: string
}

/**
 * part: as in `questionColumnSchema`. references: where a foreign key leads. isUnique: whether each row has another value; absent where
 * nobody counted. sign: what its numbers are written with. label, description, isHidden, role: what people say about it.
 */
export interface BuilderColumn {
  readonly name: string
  readonly type: FieldType
  readonly databaseType: string
  readonly part?: string | undefined
  readonly references: (QuestionTable & { readonly column: string }) | null
  readonly isUnique?: boolean | undefined
  readonly sign?: NumberSign | undefined
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly isHidden?: boolean | undefined
  readonly role?: ColumnRole | undefined
}

/** A table that the question reads already. join: the id of the join that brings it, null for the source. */
export interface ReadTable {
  readonly join: string | null
  readonly table: BuilderTable
}

/** The sign that the numbers of a column are written with. */
export function signOfRead(read: readonly ReadTable[], of: QuestionColumn): NumberSign | undefined {
  const columns = read.find(({ join }) => of.join === join)?.table.columns
  return columns && findColumn(columns, of)?.sign
}

/** The column that a question names, which a model may call otherwise by now. */
export function findColumn<Column extends Pick<QuestionColumn, 'name' | 'part'>>(
  columns: readonly Column[],
  { name, part }: Pick<QuestionColumn, 'name' | 'part'>,
): Column | undefined {
  const renamed = part === undefined ? undefined : columns.find((column) => column.part === part)
  return renamed ?? columns.find((column) => column.name === name)
}

/** The table as what a question reads first. */
export function sourceOf({
  table,
  columns,
  hidesColumns = false,
}: Pick<BuilderTable, 'table' | 'hidesColumns'> & {
  readonly columns: readonly Pick<BuilderColumn, 'name'>[]
}): QuestionSource {
  return hidesColumns ? { ...table, columns: columns.map(({ name }) => name) } : table
}

/** The columns that the source does not list and that may be read by now: added to the table, or granted, since it was chosen. */
export function columnsSince(source: QuestionSource, { columns }: BuilderTable): readonly string[] {
  const known = source.columns
  return known === undefined ? [] : columns.map(({ name }) => name).filter((name) => !known.includes(name))
}

export function columnOf(join: string | null, { name, type, databaseType, part }: BuilderColumn): QuestionColumn {
  return { join, name, type, databaseType, ...(part === undefined ? {} : { part }) }
}

/**
 * The columns on which a table belongs to those that are read already, best first: what somebody declared, a foreign key either way, then
 * `customer_id` to the `id` of customers, then columns of the same name of which one is a key. null when nothing fits.
 */
export function suggestJoin(
  read: readonly ReadTable[],
  joined: BuilderTable,
  join: string,
): { readonly left: QuestionColumn; readonly right: QuestionColumn } | null {
  for (const isKey of [isDeclared, isForeignKey, isKeyByName, isSameKey, isSameName]) {
    for (const { join: from, table } of read) {
      for (const left of table.columns) {
        const right = joined.columns.find(
          (column) => canBeJoined(left.type, column.type) && isKey({ table, column: left }, { table: joined, column }),
        )
        if (right !== undefined) return { left: columnOf(from, left), right: columnOf(join, right) }
      }
    }
  }
  return null
}

interface Side {
  readonly table: BuilderTable
  readonly column: BuilderColumn
}

function isDeclared(left: Side, right: Side): boolean {
  return (left.table.joins ?? []).some(
    ({ column, table, otherColumn }) =>
      column === left.column.name && isSameTable(table, right.table.table) && otherColumn === right.column.name,
  )
}

function isForeignKey(left: Side, right: Side): boolean {
  return leadsTo(left, right) || leadsTo(right, left)
}

function leadsTo({ column: { references } }: Side, to: Side): boolean {
  return references !== null && isSameTable(references, to.table.table) && references.column === to.column.name
}

function isKeyByName(left: Side, right: Side): boolean {
  return isIdOf(left, right) || isIdOf(right, left)
}

/** `customer_id` or `customerId` beside `id` of `customer`, `customers` or `shop_customers`. */
function isIdOf(from: Side, to: Side): boolean {
  if (to.column.isUnique === false || to.column.name.toLowerCase() !== 'id' || !/[^_]_?id$/i.test(from.column.name))
    return false
  const of = from.column.name.toLowerCase().replace(/_?id$/, '')
  return singularsOf(to.table.table.name).some((name) => name === of || name.endsWith(`_${of}`))
}

/** A table's name as it is, and as that of one of its rows: `countries` are also `country` and `countrie`. */
function singularsOf(table: string): readonly string[] {
  const name = table.toLowerCase()
  return [name, name.replace(/s$/, ''), name.replace(/ies$/, 'y'), name.replace(/es$/, '')]
}

/** Columns of one name, where each row of one table is known to have a value of its own. */
function isSameKey(left: Side, right: Side): boolean {
  return (left.column.isUnique === true || right.column.isUnique === true) && isSameName(left, right)
}

/** Columns of one name of which one may be a key. Measures of one name mean nothing; keys, texts and days do. */
function isSameName({ column: left }: Side, { column: right }: Side): boolean {
  return (
    left.name.toLowerCase() === right.name.toLowerCase() &&
    left.name.toLowerCase() !== 'id' &&
    !(left.isUnique === false && right.isUnique === false) &&
    (left.type === 'text' ||
      /(id|code|key|nr|no)$/i.test(left.name) ||
      (left.type === 'date' && (left.isUnique === true || right.isUnique === true))) &&
    isGroupable(left.type)
  )
}
