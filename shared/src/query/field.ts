import * as z from 'zod/mini'

/**
 * The types of a result column, for every engine, and the JSON form of their values. integer, number, boolean: JSON.
 * bigint, decimal: strings, to keep precision. date: `YYYY-MM-DD`. timestamp: `YYYY-MM-DDTHH:MM:SS[.ffffff]` without a
 * zone. timestamptz: the same with the offset of the requested zone. time: `HH:MM:SS[.ffffff]`. text, json and binary
 * (base64): strings. Null is null in all; a number that is not finite is the string `NaN`, `Infinity` or `-Infinity`.
 */
export const fieldTypes = [
  'integer',
  'bigint',
  'number',
  'decimal',
  'boolean',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'interval',
  'text',
  'json',
  'binary',
] as const
export const fieldTypeSchema = z.enum(fieldTypes)
export type FieldType = z.infer<typeof fieldTypeSchema>

/** databaseType: as the engine names it, for example `DECIMAL(18,3)`. */
export const fieldSchema = z.object({
  name: z.string(),
  type: fieldTypeSchema,
  databaseType: z.string(),
  nullable: z.boolean(),
})
export type Field = z.infer<typeof fieldSchema>

/** Returns a column's name for people; SQLite and MySQL return columns without one. */
export function columnLabel(name: string): string {
  return name.trim() === '' ? '(no name)' : name
}

export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type CellValue = z.infer<typeof cellSchema>

export function isNumericType(type: FieldType): boolean {
  return type === 'integer' || type === 'bigint' || type === 'number' || type === 'decimal'
}

export function isTemporalType(type: FieldType): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz'
}

/** True if values of the type can be grouped by, compared and put in order. */
export function isGroupable(type: FieldType): boolean {
  return type !== 'json' && type !== 'binary' && type !== 'interval'
}

/** True if two columns can be joined on: their values mean the same kind of thing. */
export function canBeJoined(a: FieldType, b: FieldType): boolean {
  return isGroupable(a) && familyOf(a) === familyOf(b)
}

function familyOf(type: FieldType): string {
  if (isNumericType(type)) return 'number'
  return isTemporalType(type) ? 'time' : type
}
