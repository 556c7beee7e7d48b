import { z } from 'zod'
import { datasetColumnSchema, datasetFormatSchema, importNoteSchema } from '@tidemark/shared/datasets/dataset'
import { errorBodySchema } from '@tidemark/shared/errors/tidemark-error'

/** What the import process is told: read `sourcePath`, write `dataPath`, nothing else. Paths are absolute. */
export const importJobSchema = z.object({
  format: datasetFormatSchema,
  sourcePath: z.string(),
  dataPath: z.string(),
  /** An empty folder for intermediate files, deleted by the caller. */
  workFolder: z.string(),
  memoryLimitMb: z.int().min(64),
  threads: z.int().min(1),
})
export type ImportJob = z.infer<typeof importJobSchema>

export const importOutcomeSchema = z.object({
  rowCount: z.int().min(0),
  columns: z.array(datasetColumnSchema),
  notes: z.array(importNoteSchema),
})
export type ImportOutcome = z.infer<typeof importOutcomeSchema>

export const importPhases = ['reading', 'converting', 'profiling'] as const
export const importPhaseSchema = z.enum(importPhases)

/** What the import process says: where it is, and in the end what came of it. */
export const importMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phase'), phase: importPhaseSchema }),
  z.object({ kind: z.literal('done'), outcome: importOutcomeSchema }),
  z.object({ kind: z.literal('failed'), error: errorBodySchema }),
])
export type ImportMessage = z.infer<typeof importMessageSchema>
