import * as z from 'zod/mini'
import { errorBodySchema } from '../errors/tidemark-error'
import { folderIdSchema } from '../folders/folder'
import { badRowPolicySchema, badRowsSchema } from './bad-rows'
import { datasetIdSchema, datasetSchema } from './dataset'
import { datasetDifferencesSchema } from './dataset-differences'
import type { ApiEndpoint } from '../base/api-endpoint'
import { workspaceParameter } from '../accounts/workspace-address'
import { columnReadAsSchema } from './read-as'
import { textEncodingNameSchema } from './text-encoding'

/** The phases of an import on the server, in order; `waiting` only behind another file. */
const importPhases = ['waiting', 'reading', 'converting', 'profiling'] as const
const importPhaseSchema = z.enum(importPhases)
export type ImportPhase = z.infer<typeof importPhaseSchema>

export const maxUploadBytes = 2 * 1024 * 1024 * 1024

/** A line of the NDJSON answer to an upload: where the import is, and at the end what came of it. */
export const uploadLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phase'), phase: importPhaseSchema }),
  z.object({ kind: z.literal('done'), dataset: datasetSchema }),
  /** A newer file whose columns are others: nothing was changed. accept: says that these columns are wanted. */
  z.object({ kind: z.literal('differs'), differences: datasetDifferencesSchema, accept: z.string() }),
  /** Some rows do not fit: nothing was changed. The same upload with one of the choices goes on. */
  z.object({ kind: z.literal('bad-rows'), badRows: badRowsSchema }),
  z.object({ kind: z.literal('failed'), error: errorBodySchema }),
])
export type UploadLine = z.infer<typeof uploadLineSchema>

/** A JSON list of readings in an address. */
const columnReadAsTextSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(12_000)),
    z.transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.issues.push({ code: 'custom', message: 'JSON', input: text })
        return z.NEVER
      }
    }),
  ),
  z.array(columnReadAsSchema).check(z.maxLength(200)),
)

/** How a file that is sent is to be read. */
const fileQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  /** The sheet of a workbook or table of an SQLite file to read. */
  table: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  badRows: z.optional(badRowPolicySchema),
  /** The encoding of a CSV or TSV file. Absent: as was chosen for the file it replaces, else found from its bytes. */
  encoding: z.optional(textEncodingNameSchema),
  /** True if the first row of a CSV, TSV or XLSX file names its columns. Absent: as encoding, found from its rows. */
  hasHeader: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
  /** How columns are read, as JSON; absent: as was chosen for the file it replaces, else found from their values. */
  readAs: z.optional(columnReadAsTextSchema),
  [workspaceParameter]: z.optional(z.string()),
})

const versionQuerySchema = z.extend(fileQuerySchema, { accept: z.optional(z.string().check(z.maxLength(64))) })

const uploadQuerySchema = z.extend(fileQuerySchema, {
  name: z.optional(datasetSchema.shape.name),
  /** Where it is put. Absent: at the top of the workspace. */
  folderId: z.optional(folderIdSchema),
  /** Chosen by the caller, so that an upload can be tried again without making two datasets. */
  id: z.optional(datasetIdSchema),
})

export const datasetEndpoint = {
  method: 'GET',
  path: '/api/datasets/:id',
  answer: datasetSchema,
} as const satisfies ApiEndpoint

/** Answers a file. */
export const leftOutRowsEndpoint = { method: 'GET', path: '/api/datasets/:id/left-out' } as const satisfies ApiEndpoint

/** Takes a file; answers lines instead where they are accepted. */
export const uploadEndpoint = {
  method: 'POST',
  path: '/api/datasets',
  query: uploadQuerySchema,
  answer: datasetSchema,
} as const satisfies ApiEndpoint

/** As `uploadEndpoint`. */
export const replaceFileEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/versions',
  query: versionQuerySchema,
  answer: datasetSchema,
} as const satisfies ApiEndpoint
