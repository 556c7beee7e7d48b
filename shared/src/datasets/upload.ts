import * as z from 'zod/mini'
import { errorBodySchema } from '../errors/tidemark-error'
import { badRowsSchema } from './bad-rows'
import { datasetSchema } from './dataset'
import { datasetDifferencesSchema } from './dataset-differences'

/** What the server does with an uploaded file, in this order; `waiting` only behind another file. */
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
