import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { questionColumnSchema, type QuestionColumn } from '../builder/question'
import { authorshipShape } from '../entries/define-mutator'
import { tableIdOf, tableSourceSchema, type TableSource } from './table-source'

export const maxHierarchyName = 60

/** A hierarchy's name as typed. */
export const hierarchyNameSchema = nameSchema(maxHierarchyName)

/** A column of the table itself. */
export const levelSchema = z.omit(questionColumnSchema, { join: true })
export type Level = z.infer<typeof levelSchema>
export const levelsSchema = z.array(levelSchema).check(z.minLength(2), z.maxLength(10))

/** A named way from the large to the small, such as “Place”: region, country, city. columns: the levels, the largest first. */
export const hierarchyShape = { id: idSchema, name: storedNameSchema(maxHierarchyName), columns: levelsSchema }
export const hierarchySchema = z.object({ source: tableSourceSchema, ...hierarchyShape, ...authorshipShape })
export type Hierarchy = z.infer<typeof hierarchySchema>

export const hierarchyPrefix = 'hierarchy/'

/** Returns the key prefix of the hierarchies of a table, by its id. */
export function hierarchyPrefixOf(tableId: string): string {
  return `${hierarchyPrefix}${tableId}/`
}

export function hierarchyKey(source: TableSource, id: string): string {
  return `${hierarchyPrefixOf(tableIdOf(source))}${id}`
}

/** Returns true if a column is a level: a part of a model whatever it is called by now, any other by its name. */
export function isLevel(level: Level, column: Pick<QuestionColumn, 'name' | 'part'>): boolean {
  return level.part !== undefined && column.part !== undefined ? level.part === column.part : level.name === column.name
}
