import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { builderQuerySchema } from '../builder/question'
import { authorshipShape } from '../entries/define-mutator'
import { folderIdSchema } from '../folders/folder'

export const segmentIdSchema = idSchema.brand<'SegmentId'>()
export type SegmentId = z.infer<typeof segmentIdSchema>

export const maxSegmentName = 120

/** A segment's name as typed. */
export const segmentNameSchema = nameSchema(maxSegmentName)

/**
 * A named filter of a table or model, such as “Active customers”: one definition that the filters of charts and metrics use.
 * Its question has the source and the filter. ownerId: who answers for it.
 */
export const segmentSchema = z.object({
  id: segmentIdSchema,
  folderId: z.nullable(folderIdSchema),
  name: storedNameSchema(maxSegmentName),
  description: z.string().check(z.maxLength(2000)),
  query: builderQuerySchema,
  ownerId: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  order: storedOrderSchema,
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Segment = z.infer<typeof segmentSchema>

export const segmentPrefix = 'segment/'

export function segmentKey(id: SegmentId): string {
  return `${segmentPrefix}${id}`
}
