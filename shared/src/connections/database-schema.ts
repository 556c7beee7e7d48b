import * as z from 'zod/mini'
import { fieldTypeSchema } from '../query/field'

/** The comment of a table or column in the database; absent if there is none. */
const commentSchema = z.optional(z.string())

/** key: null for a column that is no part of one. references: where a foreign key leads. */
export const databaseColumnSchema = z.object({
  name: z.string(),
  type: fieldTypeSchema,
  databaseType: z.string(),
  nullable: z.boolean(),
  key: z.nullable(z.enum(['primary', 'foreign'])),
  references: z.nullable(z.object({ schema: z.string(), table: z.string(), column: z.string() })),
  comment: commentSchema,
})
export type DatabaseColumn = z.infer<typeof databaseColumnSchema>

/**
 * A partition is no table of its own: it is read through its parent. rowEstimate: as the database's own statistics have it; null when it keeps none. hidesColumns: its user may read the columns
 * listed and no others, so that the database refuses `*`.
 */
export const databaseTableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'partitioned-table', 'foreign-table', 'view', 'materialized-view']),
  rowEstimate: z.nullable(z.number()),
  columns: z.array(databaseColumnSchema),
  hidesColumns: z.boolean(),
  comment: commentSchema,
})
export type DatabaseTable = z.infer<typeof databaseTableSchema>

/**
 * The tables a connection's user may read. defaultSchemas: those whose tables need no schema in front. isCut: there are
 * more tables than are listed. asOf: ISO time.
 */
export const databaseSchemaSchema = z.object({
  tables: z.array(databaseTableSchema),
  defaultSchemas: z.array(z.string()),
  isCut: z.boolean(),
  asOf: z.string(),
})
export type DatabaseSchema = z.infer<typeof databaseSchemaSchema>

export const maxListedTables = 2_000
