import * as z from 'zod/mini'
import { datasetIdSchema, datasetSchema } from './dataset'
import type { ApiEndpoint } from '../base/api-endpoint'

/**
 * A file in a folder that the server reads in place. path: real and absolute. shownPath: from that folder on, whose name
 * comes first. changedAt: Unix milliseconds.
 */
export const fileInPlaceSchema = z.object({
  path: z.string(),
  shownPath: z.string(),
  sizeBytes: z.int().check(z.minimum(0)),
  changedAt: z.int(),
})
export type FileInPlace = z.infer<typeof fileInPlaceSchema>

/** Answer of `GET /api/folders`. */
export const filesInPlaceSchema = z.object({ files: z.array(fileInPlaceSchema) })

/** Body of `POST /api/folders`. id: of the dataset to be; absent: a new one. table: of a workbook the sheet to read. */
export const addInPlaceSchema = z.strictObject({
  id: z.optional(datasetIdSchema),
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
  table: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
})

export const filesInPlaceEndpoint = {
  method: 'GET',
  path: '/api/folders',
  answer: filesInPlaceSchema,
} as const satisfies ApiEndpoint

export const addInPlaceEndpoint = {
  method: 'POST',
  path: '/api/folders',
  body: addInPlaceSchema,
  answer: datasetSchema,
} as const satisfies ApiEndpoint
