import * as z from 'zod/mini'
import type { DashboardId } from '../dashboards/dashboard'
import type { EntryKey } from '../entries/entry-tx'
import { savedViewSchema, type SavedView, type SavedViewId } from './saved-view'

/**
 * A view of one person, at `personal-view/<userId>/<dashboardId>/<id>`, that nobody else sees. isDefault: it counts for
 * this person before the default view of everyone. It survives the deletion of its dashboard, as favourites do.
 */
export const personalViewSchema = z.extend(savedViewSchema, { userId: z.string().check(z.minLength(1)) })
export type PersonalView = z.infer<typeof personalViewSchema>

/** A view that a person can choose: of everyone or their own. */
export type ChoosableView = SavedView | PersonalView

export function isPersonal(view: ChoosableView): view is PersonalView {
  return 'userId' in view
}

export const personalViewsPrefix = 'personal-view/'

/** The prefix of all personal views of a person. */
export function personalViewsOf(userId: string): EntryKey {
  return `${personalViewsPrefix}${userId}/`
}

export function personalViewPrefix(userId: string, dashboardId: DashboardId): EntryKey {
  return `${personalViewsOf(userId)}${dashboardId}/`
}

export function personalViewKey(userId: string, dashboardId: DashboardId, id: SavedViewId): EntryKey {
  return `${personalViewPrefix(userId, dashboardId)}${id}`
}
