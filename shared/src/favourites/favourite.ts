import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import type { EntryKey } from '../entries/entry-tx'

/** A chart, dashboard, folder, dataset, metric or segment that a person may have among their favourites. */
export const favouriteTargetSchema = z.object({
  kind: z.enum(['chart', 'dashboard', 'folder', 'dataset', 'metric', 'segment']),
  id: idSchema,
})
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
export function targetKey({ kind, id }: FavouriteTarget): EntryKey {
  return `${kind}/${id}`
}
