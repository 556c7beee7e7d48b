import { nameSchema, storedNameSchema } from '../base/name'
import * as z from 'zod/mini'
import { datasetAccessSchema } from '../access/dataset-access'
import { idSchema } from '../base/ids'
import { rowRuleSchema } from '../builder/row-rules/row-rule'
import { folderSchema } from '../folders/folder'
import { fieldTypeSchema } from '../query/field'
import { numberSignSchema } from '../query/number-sign'
import { authorshipShape } from '../entries/define-mutator'
import { datasetDifferencesSchema } from './dataset-differences'
import { columnReadAsSchema, readAsSchema } from './read-as'
import { textEncodingNameSchema } from './text-encoding'

export const datasetIdSchema = idSchema.brand<'DatasetId'>()
export type DatasetId = z.infer<typeof datasetIdSchema>

export const datasetFormats = ['csv', 'tsv', 'parquet', 'json', 'ndjson', 'xlsx', 'sqlite'] as const
export const datasetFormatSchema = z.enum(datasetFormats)
export type DatasetFormat = z.infer<typeof datasetFormatSchema>

/**
 * One column as profiled at import. sample: up to five distinct values as text, in order of appearance. sign: what its
 * numbers are written with; see `number-sign.ts`. foundType: what its values by themselves would be, where it stays the text that it
 * was in the file before. dateOrder: how its dates were written, where that says which number is the day. span: of days and points in time
 * the first and the last, as results write them; absent where there are none. isUnique: whether each row has another value; absent in
 * profiles of before it was kept.
 */
export const datasetColumnSchema = z.object({
  name: z.string(),
  type: fieldTypeSchema,
  databaseType: z.string(),
  nullCount: z.int().check(z.minimum(0)),
  sample: z.array(z.string()),
  sign: z.optional(numberSignSchema),
  foundType: z.optional(fieldTypeSchema),
  dateOrder: z.optional(z.enum(['day-first', 'month-first'])),
  span: z.optional(z.object({ first: z.string(), last: z.string() })),
  isUnique: z.optional(z.boolean()),
})
export type DatasetColumn = z.infer<typeof datasetColumnSchema>

/**
 * A note on a change or loss in an import; shown to the person, never silently dropped. couldBe: how its column might be read instead, where only
 * a person can tell.
 */
export const importNoteSchema = z.object({
  message: z.string(),
  row: z.optional(z.int()),
  column: z.optional(z.string()),
  couldBe: z.optional(z.array(readAsSchema)),
})
export type ImportNote = z.infer<typeof importNoteSchema>

/**
 * The file of the server that the rows are read from, again whenever it changes. path: absolute. table: of a workbook the
 * sheet. stamp: names the file's state that was read. tables: all that there are to choose from in that state, where somebody was asked. columnsChanged: when, in Unix milliseconds, a newer state last took columns
 * away or had others of their types, which nobody was asked about; absent before.
 */
export const inPlaceSchema = z.object({
  path: z.string(),
  table: z.nullable(z.string()),
  stamp: z.string(),
  tables: z.optional(z.array(z.string())),
  columnsChanged: z.optional(z.object({ at: z.int().check(z.minimum(0)), differences: datasetDifferencesSchema })),
})
export type InPlace = z.infer<typeof inPlaceSchema>

/** The encoding that a text file was read in. isChosen: by a person, for this file or an earlier one; kept for later files. */
const fileEncodingSchema = z.object({ name: textEncodingNameSchema, isChosen: z.boolean() })
export type FileEncoding = z.infer<typeof fileEncodingSchema>

/** True if the first row of a table in a file names its columns. isChosen: by a person, for this file or an earlier one, and holds for later ones. */
const fileHeaderSchema = z.object({ isPresent: z.boolean(), isChosen: z.boolean() })
export type FileHeader = z.infer<typeof fileHeaderSchema>

/**
 * The outcome of reading a file. versionId: names the files that hold the rows. inPlace: absent for a file that was sent.
 * leftOutCount: rows of the file that did not fit and are kept apart; absent when there are none.
 * table: the sheet, table or file in it that was chosen; absent where it has one. encoding: of a CSV or TSV file; absent for others, and for those of before it was kept.
 * header: of a CSV, TSV or XLSX file, as encoding. readAs: what a person says some columns are, by their names; kept for later files, also of
 * columns that a file does not have. Absent for none.
 */
const readFileShape = {
  format: datasetFormatSchema,
  fileName: z.string().check(z.maxLength(255)),
  versionId: idSchema,
  rowCount: z.int().check(z.minimum(0)),
  sizeBytes: z.int().check(z.minimum(0)),
  columns: z.array(datasetColumnSchema),
  notes: z.array(importNoteSchema),
  inPlace: z.optional(inPlaceSchema),
  leftOutCount: z.optional(z.int().check(z.minimum(1))),
  table: z.optional(z.string()),
  encoding: z.optional(fileEncodingSchema),
  header: z.optional(fileHeaderSchema),
  readAs: z.optional(z.array(columnReadAsSchema)),
} as const

/** The file whose rows others took the place of, kept so that a person can go back. usedUntil: when, in Unix milliseconds. */
export const earlierFileSchema = z.object({ ...readFileShape, usedUntil: z.int().check(z.minimum(0)) })
export type EarlierFile = z.infer<typeof earlierFileSchema>

/** For how long an earlier file is kept, unless the rows are replaced again before. */
export const earlierFileDays = 30

/** Until when an earlier file is kept, in Unix milliseconds; its files go within a day from then. */
export function keptUntil({ usedUntil }: Pick<EarlierFile, 'usedUntil'>): number {
  return usedUntil + earlierFileDays * 24 * 3600_000
}

/** The most columns of a dataset that can be kept to those who manage it. */
export const maxRestricted = 1000

/** As somebody gives it. */
export const datasetNameSchema = nameSchema(120)

/**
 * A table of the workspace's data. The rows lie in immutable files of the server, one folder per version;
 * this entry is what its readers see of it, see `shown-dataset.ts`.
 *
 * tableName: the name in SQL, fixed when it is made. versionId: the version queries read. replacedAt: when its rows last took
 * the place of others, in Unix milliseconds; absent for those it was made with. earlier: absent when none is kept.
 * sourceUrl, licence: for data of known origin. folderId, access, restricted: who may use it; absent in datasets of the
 * first release. rowRule: which rows people see; absent for all. isPartial: its reader is shown fewer columns than there
 * are; never stored. ownRows: a rule leaves its reader some rows, which it identifies, so that it says nothing of the
 * others; never stored.
 */
export const datasetSchema = z.object({
  id: datasetIdSchema,
  name: storedNameSchema(120),
  tableName: z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/)),
  description: z.string().check(z.maxLength(2000)),
  ...readFileShape,
  replacedAt: z.optional(z.int().check(z.minimum(0))),
  earlier: z.optional(earlierFileSchema),
  sourceUrl: z.nullable(z.string()),
  licence: z.nullable(z.string()),
  folderId: z._default(z.nullable(folderSchema.shape.id), null),
  access: z._default(datasetAccessSchema, null),
  restricted: z._default(z.array(z.string()).check(z.maxLength(maxRestricted)), []),
  rowRule: z.optional(rowRuleSchema),
  isPartial: z.optional(z.literal(true)),
  ownRows: z.optional(z.string()),
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Dataset = z.infer<typeof datasetSchema>

/** The part of a dataset that decides who may use it. */
export const placedDatasetSchema = z.pick(datasetSchema, {
  id: true,
  folderId: true,
  access: true,
  restricted: true,
  rowRule: true,
})

export const datasetPrefix = 'dataset/'

export function datasetKey(id: DatasetId): string {
  return `${datasetPrefix}${id}`
}
