import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { datasetSchema } from './dataset'
import { datasetDifferencesSchema } from './dataset-differences'
import { readAsRequestShape } from './read-as-preview'
import { textEncodingNameSchema } from './text-encoding'
import type { ApiEndpoint } from '../base/api-endpoint'

/** versionId: of the file that is meant. accept: from an answer that differs. */
const readAgainShape = { versionId: idSchema, accept: z.optional(z.string().check(z.maxLength(64))) } as const

/** Body of `POST /api/datasets/[id]/encodings`: the encoding a CSV or TSV file is in. */
export const chooseEncodingSchema = z.strictObject({ ...readAgainShape, encoding: textEncodingNameSchema })
export type ChooseEncoding = z.infer<typeof chooseEncodingSchema>

/** Body of `POST /api/datasets/[id]/header`: whether the first row of a CSV, TSV or XLSX file names its columns. */
export const chooseHeaderSchema = z.strictObject({ ...readAgainShape, hasHeader: z.boolean() })
export type ChooseHeader = z.infer<typeof chooseHeaderSchema>

/** Body of `POST /api/datasets/[id]/types`: the columns whose types are found from their values, whatever they were in an earlier file. */
export const findTypesSchema = z.strictObject({
  ...readAgainShape,
  columns: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
})
export type FindTypes = z.infer<typeof findTypesSchema>

/** Body of `POST /api/datasets/[id]/read-as`: what one column is, which then holds for newer files; null for what is found. */
export const chooseReadAsSchema = z.strictObject({ ...readAgainShape, ...readAsRequestShape })
export type ChooseReadAs = z.infer<typeof chooseReadAsSchema>

/** The answer to all of them. differs: the columns would be others and nothing was changed. */
export const readAgainAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), dataset: datasetSchema }),
  z.object({ kind: z.literal('differs'), differences: datasetDifferencesSchema, accept: z.string() }),
])

export const chooseEncodingEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/encodings',
  body: chooseEncodingSchema,
  answer: readAgainAnswerSchema,
} as const satisfies ApiEndpoint

export const chooseHeaderEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/header',
  body: chooseHeaderSchema,
  answer: readAgainAnswerSchema,
} as const satisfies ApiEndpoint

export const findTypesEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/types',
  body: findTypesSchema,
  answer: readAgainAnswerSchema,
} as const satisfies ApiEndpoint

export const chooseReadAsEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/read-as',
  body: chooseReadAsSchema,
  answer: readAgainAnswerSchema,
} as const satisfies ApiEndpoint
