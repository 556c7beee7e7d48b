import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { connectionIdSchema } from '../connections/connection'
import { datasetIdSchema } from '../datasets/dataset'

/**
 * Counts how often an outside writer has said that the data of a connection or dataset changed; earlier answers are
 * then outdated. Only the server writes it. at: the last time, in Unix milliseconds.
 */
export const dataVersionSchema = z.object({ sourceId: idSchema, version: z.int().check(z.minimum(1)), at: z.int() })

export const dataVersionPrefix = 'data-version/'

/** sourceId: the id of a connection or dataset; ids are unique among both in a workspace. */
export function dataVersionKey(sourceId: string): string {
  return `${dataVersionPrefix}${sourceId}`
}

/** The body of `POST /api/replicache/poke`: the one connection or dataset whose data changed. */
export const dataChangeSchema = z
  .strictObject({ connectionId: z.optional(connectionIdSchema), datasetId: z.optional(datasetIdSchema) })
  .check(
    z.refine(
      ({ connectionId, datasetId }) => (connectionId === undefined) !== (datasetId === undefined),
      'either connectionId or datasetId',
    ),
  )
export type DataChange = z.infer<typeof dataChangeSchema>
