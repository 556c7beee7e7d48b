import * as z from 'zod'
import { idSchema } from '../base/ids'
import { datasetSchema } from './dataset'
import { datasetDifferencesSchema } from './dataset-differences'
import { textEncodingNameSchema } from './text-encoding'

/** Some lines of a file as text in an encoding. unreadableCount: places in them that are not text in it, shown as U+FFFD. */
const encodingPreviewSchema = z.object({
  encoding: textEncodingNameSchema,
  lines: z.array(z.string()),
  unreadableCount: z.int().min(0),
})
export type EncodingPreview = z.infer<typeof encodingPreviewSchema>

/**
 * Answer of `GET /api/datasets/[id]/encodings`. versionId: of the file that was looked at. previews: the likeliest encoding
 * first; of a file of ASCII alone there are none, because it is the same in each.
 */
export const encodingPreviewsSchema = z.object({ versionId: idSchema, previews: z.array(encodingPreviewSchema) })
export type EncodingPreviews = z.infer<typeof encodingPreviewsSchema>

/** Body of `POST /api/datasets/[id]/encodings`. versionId: of the file that is meant. accept: from an answer that differs. */
export const chooseEncodingSchema = z.strictObject({
  versionId: idSchema,
  encoding: textEncodingNameSchema,
  accept: z.string().max(64).optional(),
})
export type ChooseEncoding = z.infer<typeof chooseEncodingSchema>

/** Its answer. differs: the columns would be others and nothing was changed. */
export const chosenEncodingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), dataset: datasetSchema }),
  z.object({ kind: z.literal('differs'), differences: datasetDifferencesSchema, accept: z.string() }),
])
