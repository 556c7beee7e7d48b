import * as z from 'zod/mini'
import { folderAccessSchema } from '../access/folder-access'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { authorshipShape } from '../entries/define-mutator'

export const folderIdSchema = idSchema.brand<'FolderId'>()
export type FolderId = z.infer<typeof folderIdSchema>

/** A folder's name as typed. */
export const folderNameSchema = nameSchema(120)

/** A place for dashboards and charts; folders nest by `parentId`. */
export const folderSchema = z.object({
  id: folderIdSchema,
  parentId: z.nullable(folderIdSchema),
  name: storedNameSchema(120),
  order: storedOrderSchema,
  /** Absent in folders of the first release. */
  access: z._default(folderAccessSchema, null),
  /** True if who sees the folder may comment on its dashboards; without it or null, the folder around it says. */
  viewersComment: z.optional(z.nullable(z.boolean())),
  /** When it was moved to the trash, in Unix milliseconds; null while in use. */
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Folder = z.infer<typeof folderSchema>

export const folderPrefix = 'folder/'

export function folderKey(id: FolderId): string {
  return `${folderPrefix}${id}`
}
