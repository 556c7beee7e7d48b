import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { idSchema } from '../base/ids'
import { fieldTypeSchema } from '../query/field'
import { datasetDifferencesSchema } from './dataset-differences'
import { readAsSchema } from './read-as'

const columnNameSchema = z.string().check(z.minLength(1), z.maxLength(255))

/** The reading of one column that is asked for. versionId: of the file that is meant. as: null for what is found from its values. */
export const readAsRequestShape = {
  versionId: idSchema,
  column: columnNameSchema,
  as: z.nullable(readAsSchema),
} as const

/** Body of `POST /api/datasets/[id]/read-as/preview`. */
export const previewReadAsSchema = z.strictObject(readAsRequestShape)
export type PreviewReadAs = z.infer<typeof previewReadAsSchema>

/** A value of a file: as the file writes it, as it is read now, and as it would be; null for an empty one. */
const previewedValueSchema = z.object({
  text: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

const countSchema = z.int().check(z.minimum(0))

/**
 * A look at another reading of a column, counted over all rows of the file. type: of the column then. changedCount: values that would be others.
 * markedCount: those that stand for a missing value. misfitCount: those that do not fit, which would become empty. values: some of the file, the first that
 * would change ahead. misfits: some that do not fit. differences: to the columns as they are; accept: says that they are wanted.
 */
export const readAsPreviewSchema = z.object({
  type: fieldTypeSchema,
  rowCount: countSchema,
  changedCount: countSchema,
  markedCount: countSchema,
  misfitCount: countSchema,
  values: z.array(previewedValueSchema),
  misfits: z.array(z.string()),
  differences: z.nullable(datasetDifferencesSchema),
  accept: z.string(),
})
export type ReadAsPreview = z.infer<typeof readAsPreviewSchema>

export const previewReadAsEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/read-as/preview',
  body: previewReadAsSchema,
  answer: readAsPreviewSchema,
} as const satisfies ApiEndpoint
