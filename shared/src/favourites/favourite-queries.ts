import type { Chart } from '../charts/chart'
import { getChart } from '../charts/chart-queries'
import type { Dashboard } from '../dashboards/dashboard'
import { getDashboard } from '../dashboards/dashboard-queries'
import type { Dataset } from '../datasets/dataset'
import { getDataset } from '../datasets/dataset-queries'
import { listFromView, type EntryView } from '../entries/entry-tx'
import type { Folder } from '../folders/folder'
import { getFolder } from '../folders/folder-queries'
import { favouriteKey, favouriteSchema, favouritesOf, type FavouriteTarget } from './favourite'

/** A favourite with the thing itself. */
export type FavouriteThing =
  | { readonly kind: 'chart'; readonly thing: Chart }
  | { readonly kind: 'dashboard'; readonly thing: Dashboard }
  | { readonly kind: 'folder'; readonly thing: Folder }
  | { readonly kind: 'dataset'; readonly thing: Dataset }

/** A person's favourites that are in use and that they may see, the first added first. */
export function listFavourites(view: EntryView, userId: string): FavouriteThing[] {
  return listFromView(view, favouriteSchema, favouritesOf(userId))
    .sort((a, b) => a.createdAt - b.createdAt || (a.target.id < b.target.id ? -1 : 1))
    .flatMap(({ target }) => {
      const found = thingOf(view, target)
      return found === null || found.thing.deletedAt !== null ? [] : [found]
    })
}

export function isFavourite(view: EntryView, userId: string, target: FavouriteTarget): boolean {
  return view.get(favouriteKey({ userId, target })) !== undefined
}

function thingOf(view: EntryView, target: FavouriteTarget): FavouriteThing | null {
  switch (target.kind) {
    case 'chart': {
      const thing = getChart(view, target.id)
      return thing === undefined ? null : { kind: target.kind, thing }
    }
    case 'dashboard': {
      const thing = getDashboard(view, target.id)
      return thing === undefined ? null : { kind: target.kind, thing }
    }
    case 'folder': {
      const thing = getFolder(view, target.id)
      return thing === undefined ? null : { kind: target.kind, thing }
    }
    case 'dataset': {
      const thing = getDataset(view, target.id)
      return thing === undefined ? null : { kind: target.kind, thing }
    }
  }
}
