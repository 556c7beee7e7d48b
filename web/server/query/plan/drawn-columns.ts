import type { Field, FieldType } from '@tidemark/shared/query/field'

/** A column that something is drawn from. */
export interface DrawnColumn {
  readonly name: string
  readonly type: FieldType
}

/** Null unless the column is there once, whatever its capitals, and of a type that fits. */
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

/** True for types that split rows into series. */
export function isCategory(type: FieldType): boolean {
  return type === 'text' || type === 'boolean' || type === 'integer' || type === 'bigint' || type === 'date'
}
