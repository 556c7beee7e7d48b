import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { textEncodingNameSchema } from './text-encoding'
import type { ApiEndpoint } from '../base/api-endpoint'

/** Some lines of a file as text in an encoding. unreadableCount: places in them that are not text in it, shown as U+FFFD. */
const encodingPreviewSchema = z.object({
  encoding: textEncodingNameSchema,
  lines: z.array(z.string()),
  unreadableCount: z.int().check(z.minimum(0)),
})
export type EncodingPreview = z.infer<typeof encodingPreviewSchema>

/**
 * Answer of `GET /api/datasets/[id]/encodings`. versionId: of the file that was looked at. previews: the likeliest encoding
 * first; of a file of ASCII alone there are none, because it is the same in each.
 */
export const encodingPreviewsSchema = z.object({ versionId: idSchema, previews: z.array(encodingPreviewSchema) })
export type EncodingPreviews = z.infer<typeof encodingPreviewsSchema>

export const encodingPreviewsEndpoint = {
  method: 'GET',
  path: '/api/datasets/:id/encodings',
  answer: encodingPreviewsSchema,
} as const satisfies ApiEndpoint
