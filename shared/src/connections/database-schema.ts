import * as z from 'zod/mini'
import { fieldTypeSchema } from '../query/field'

/** The comment on a table or column in the database; absent if there is none. */
const commentSchema = z.optional(z.string())

/** key: null if the column is part of no key. references: the target of a foreign key. */
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
 * A table. Partitions are not listed: they are read through their parent. rowEstimate: from the database's statistics;
 * null if it keeps none. hidesColumns: the user may read only the listed columns, so that the database refuses `*`.
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
 * The tables that a connection's user may read. defaultSchemas: their tables need no schema prefix. isCut: there are
 * more tables than listed. asOf: ISO time.
 */
export const databaseSchemaSchema = z.object({
  tables: z.array(databaseTableSchema),
  defaultSchemas: z.array(z.string()),
  isCut: z.boolean(),
  asOf: z.string(),
})
export type DatabaseSchema = z.infer<typeof databaseSchemaSchema>

export const maxListedTables = 2_000
