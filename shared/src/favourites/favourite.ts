import * as z from 'zod/mini'
import { chartKey, chartIdSchema } from '../charts/chart'
import { dashboardIdSchema, dashboardKey } from '../dashboards/dashboard'
import { datasetIdSchema, datasetKey } from '../datasets/dataset'
import type { EntryKey } from '../entries/entry-tx'
import { folderIdSchema, folderKey } from '../folders/folder'

/** A chart, dashboard, folder or dataset that a person may have among their favourites. */
export const favouriteTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chart'), id: chartIdSchema }),
  z.object({ kind: z.literal('dashboard'), id: dashboardIdSchema }),
  z.object({ kind: z.literal('folder'), id: folderIdSchema }),
  z.object({ kind: z.literal('dataset'), id: datasetIdSchema }),
])
export type FavouriteTarget = z.infer<typeof favouriteTargetSchema>

/**
 * An entry at `favourite/<userId>/<kind>/<id>` that only this person sees. It survives the deletion of its thing, so
 * that a restored thing is a favourite again.
 *
 * createdAt: when it was added, Unix milliseconds.
 */
export const favouriteSchema = z.object({
  userId: z.string().check(z.minLength(1)),
  target: favouriteTargetSchema,
  createdAt: z.int().check(z.minimum(0)),
})
export type Favourite = z.infer<typeof favouriteSchema>

export const favouritePrefix = 'favourite/'

/** The prefix of all favourites of a person. */
export function favouritesOf(userId: string): EntryKey {
  return `${favouritePrefix}${userId}/`
}

export function favouriteKey({ userId, target }: Pick<Favourite, 'userId' | 'target'>): EntryKey {
  return `${favouritesOf(userId)}${target.kind}/${target.id}`
}

/** The key of the thing itself. */
export function targetKey(target: FavouriteTarget): EntryKey {
  switch (target.kind) {
    case 'chart':
      return chartKey(target.id)
    case 'dashboard':
      return dashboardKey(target.id)
    case 'folder':
      return folderKey(target.id)
    case 'dataset':
      return datasetKey(target.id)
  }
}
