import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import type { ApiEndpoint } from '../base/api-endpoint'
import { workspaceParameter } from '../accounts/workspace-address'
import { datasetSchema } from './dataset'

/** Body of `POST /api/datasets/[id]/earlier`, query of `DELETE`. versionId: of the earlier file that is meant. */
export const earlierFileRequestSchema = z.strictObject({ versionId: idSchema })

const deleteQuerySchema = z.extend(earlierFileRequestSchema, { [workspaceParameter]: z.optional(z.string()) })

export const goBackEndpoint = {
  method: 'POST',
  path: '/api/datasets/:id/earlier',
  body: earlierFileRequestSchema,
  answer: datasetSchema,
} as const satisfies ApiEndpoint

export const deleteEarlierEndpoint = {
  method: 'DELETE',
  path: '/api/datasets/:id/earlier',
  query: deleteQuerySchema,
  answer: datasetSchema,
} as const satisfies ApiEndpoint
