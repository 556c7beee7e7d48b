import { chartSchema, type Chart } from '../charts/chart'
import { dashboardSchema, type Dashboard } from '../dashboards/dashboard'
import { datasetSchema, type Dataset } from '../datasets/dataset'
import { getFromView, listFromView, type EntryView } from '../entries/entry-tx'
import { folderSchema, type Folder } from '../folders/folder'
import { metricSchema, type Metric } from '../metrics/metric'
import { segmentSchema, type Segment } from '../segments/segment'
import { favouriteKey, favouriteSchema, favouritesOf, targetKey, type FavouriteTarget } from './favourite'

/** A favourite with the thing itself. */
export type FavouriteThing =
  | { readonly kind: 'chart'; readonly thing: Chart }
  | { readonly kind: 'dashboard'; readonly thing: Dashboard }
  | { readonly kind: 'folder'; readonly thing: Folder }
  | { readonly kind: 'dataset'; readonly thing: Dataset }
  | { readonly kind: 'metric'; readonly thing: Metric }
  | { readonly kind: 'segment'; readonly thing: Segment }

/** A person's favourites that are in use and that they may see, the first added first. */
export function listFavourites(view: EntryView, userId: string): FavouriteThing[] {
  return listFromView(view, favouriteSchema, favouritesOf(userId))
    .sort((a, b) => a.createdAt - b.createdAt || (a.target.id < b.target.id ? -1 : 1))
    .flatMap(({ target }) => getThing(view, target) ?? [])
}

export function isFavourite(view: EntryView, userId: string, target: FavouriteTarget): boolean {
  return view.get(favouriteKey({ userId, target })) !== undefined
}

/** The thing of a target; null where it is gone, in the trash or not for this person. */
export function getThing(view: EntryView, target: FavouriteTarget): FavouriteThing | null {
  const found = findThing(view, target)
  return found === null || found.thing.deletedAt !== null ? null : found
}

function findThing(view: EntryView, target: FavouriteTarget): FavouriteThing | null {
  const { kind } = target
  const key = targetKey(target)
  switch (kind) {
    case 'chart':
      return found(kind, getFromView(view, chartSchema, key))
    case 'dashboard':
      return found(kind, getFromView(view, dashboardSchema, key))
    case 'folder':
      return found(kind, getFromView(view, folderSchema, key))
    case 'dataset':
      return found(kind, getFromView(view, datasetSchema, key))
    case 'metric':
      return found(kind, getFromView(view, metricSchema, key))
    case 'segment':
      return found(kind, getFromView(view, segmentSchema, key))
  }
}

function found<Kind extends string, Thing>(kind: Kind, thing: Thing | undefined) {
  return thing === undefined ? null : { kind, thing }
}
