import * as z from 'zod'
import { idSchema } from '../base/ids'
import { fieldTypeSchema } from '../query/field'
import { authorshipShape } from '../entries/define-mutator'

export const datasetIdSchema = idSchema.brand<'DatasetId'>()
export type DatasetId = z.infer<typeof datasetIdSchema>

export const datasetFormats = ['csv', 'tsv', 'parquet', 'json', 'ndjson', 'xlsx', 'sqlite'] as const
export const datasetFormatSchema = z.enum(datasetFormats)
export type DatasetFormat = z.infer<typeof datasetFormatSchema>

/** One column as profiled at import. sample: up to five distinct values as text, in order of appearance. */
export const datasetColumnSchema = z.object({
  name: z.string(),
  type: fieldTypeSchema,
  databaseType: z.string(),
  nullCount: z.int().min(0),
  sample: z.array(z.string()),
})
export type DatasetColumn = z.infer<typeof datasetColumnSchema>

/** What the import changed or could not keep; shown to the person, never silently dropped. */
export const importNoteSchema = z.object({
  message: z.string(),
  row: z.int().optional(),
  column: z.string().optional(),
})
export type ImportNote = z.infer<typeof importNoteSchema>

/**
 * The file of the server that the rows are read from, again whenever it changes. path: absolute. table: of a workbook the
 * sheet. stamp: names the file's state that was read.
 */
export const inPlaceSchema = z.object({ path: z.string(), table: z.string().nullable(), stamp: z.string() })
export type InPlace = z.infer<typeof inPlaceSchema>

/**
 * A table of the workspace's data. The rows lie in immutable files of the server, one folder per version;
 * this entry is what everybody sees of it.
 *
 * tableName: the name in SQL, fixed when it is made. versionId: the version queries read.
 * sourceUrl, licence: for data of known origin. inPlace: absent for a file that was sent. leftOutCount: rows of the file that
 * did not fit and are kept apart; absent when there are none.
 */
export const datasetSchema = z.object({
  id: datasetIdSchema,
  name: z.string().trim().min(1).max(120),
  tableName: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
  description: z.string().max(2000),
  format: datasetFormatSchema,
  fileName: z.string().max(255),
  versionId: idSchema,
  rowCount: z.int().min(0),
  sizeBytes: z.int().min(0),
  columns: z.array(datasetColumnSchema),
  notes: z.array(importNoteSchema),
  sourceUrl: z.string().nullable(),
  licence: z.string().nullable(),
  inPlace: inPlaceSchema.optional(),
  leftOutCount: z.int().min(1).optional(),
  deletedAt: z.int().nullable(),
  ...authorshipShape,
})
export type Dataset = z.infer<typeof datasetSchema>

export const datasetPrefix = 'dataset/'

export function datasetKey(id: DatasetId): string {
  return `${datasetPrefix}${id}`
}
