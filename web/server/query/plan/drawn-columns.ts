import type { Field, FieldType } from '@tidemark/shared/query/field'

/** A column from which a chart is drawn. */
export interface DrawnColumn {
  readonly name: string
  readonly type: FieldType
}

/**
 * Finds a column for drawing; null unless exactly one column has the name, ignoring case, in this exact spelling and
 * with a suitable type.
 */
export function drawnColumn(
  name: string,
  fields: readonly Field[],
  fits: (type: FieldType) => boolean,
): DrawnColumn | null {
  const named = fields.filter((field) => field.name.toLowerCase() === name.toLowerCase())
  const [field] = named
  return field !== undefined && named.length === 1 && field.name === name && fits(field.type)
    ? { name, type: field.type }
    : null
}

/** Returns true for types that can split rows into series. */
export function isCategory(type: FieldType): boolean {
  return type === 'text' || type === 'boolean' || type === 'integer' || type === 'bigint' || type === 'date'
}
