import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import type { JsonObject } from '../base/json'
import { textHash } from '../base/text-hash'
import { questionColumnSchema } from '../builder/question'
import { authorshipShape } from '../entries/define-mutator'
import { blankColumn, columnFieldsShape, descriptionSchema, shownNameSchema } from './column-fields'
import { connectionTableSchema, tableIdOf, tableSourceSchema, type TableSource } from './table-source'

const columnNameSchema = questionColumnSchema.shape.name
/** The settings of a column, kept by its name, even while the table has no such column. */
export const columnSettingsSchema = z.object({
  source: tableSourceSchema,
  name: columnNameSchema,
  ...columnFieldsShape,
  ...authorshipShape,
})
export type ColumnSettings = z.infer<typeof columnSettingsSchema>

export const tableFieldsShape = { label: shownNameSchema, description: descriptionSchema } as const
export const blankTable = { label: '', description: '' } as const

/** The settings of a connection's table; a dataset has its own. label: empty for the name in the database. */
export const tableSettingsSchema = z.object({
  source: connectionTableSchema,
  ...tableFieldsShape,
  ...authorshipShape,
})
export type TableSettings = z.infer<typeof tableSettingsSchema>

/** A declared join: rows of two tables belong together if the columns are equal. */
export const declaredJoinSchema = z.object({
  id: idSchema,
  source: tableSourceSchema,
  column: columnNameSchema,
  other: tableSourceSchema,
  otherColumn: columnNameSchema,
  ...authorshipShape,
})
export type DeclaredJoin = z.infer<typeof declaredJoinSchema>

export const columnSettingsPrefix = 'column/'
export const tableSettingsPrefix = 'table/'
export const joinPrefix = 'join/'

/** Returns the key prefix of the columns of a table, by its id. */
export function columnPrefixOf(tableId: string): string {
  return `${columnSettingsPrefix}${tableId}/`
}

/** Returns the key of a column, with a hash: names have any length and letters, keys do not. */
export function columnSettingsKeyOf(tableId: string, name: string): string {
  return `${columnPrefixOf(tableId)}${textHash(name)}`
}

export function columnSettingsKey(source: TableSource, name: string): string {
  return columnSettingsKeyOf(tableIdOf(source), name)
}

export function tableSettingsKey(source: TableSource): string {
  return `${tableSettingsPrefix}${tableIdOf(source)}`
}

export function joinKey(source: TableSource, id: string): string {
  return `${joinPrefix}${tableIdOf(source)}/${id}`
}

/**
 * Returns the settings of a column or table before anybody set one, for undo: the first person's undo then leaves what
 * others set meanwhile. null for other entries.
 */
export function blankSettings(key: string, value: JsonObject): JsonObject | null {
  if (key.startsWith(columnSettingsPrefix)) return { ...value, ...blankColumn }
  return key.startsWith(tableSettingsPrefix) ? { ...value, ...blankTable } : null
}
