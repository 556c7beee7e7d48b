import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { favouriteTargetSchema } from '@tidemark/shared/favourites/favourite'
import { getThing, type FavouriteThing } from '@tidemark/shared/favourites/favourite-queries'

const listed = 5

/** The things of the first keys that are in use, but for the one that is open. opened: the last first. openKey: null for none. */
export function listOpened(view: EntryView, opened: readonly string[], openKey: string | null): FavouriteThing[] {
  return opened
    .filter((key) => key !== openKey)
    .flatMap((key) => {
      const [kind, id] = key.split('/')
      const target = favouriteTargetSchema.safeParse({ kind, id })
      return (target.success && getThing(view, target.data)) || []
    })
    .slice(0, listed)
}

const pageOf = /^\/(charts|dashboards|data|metrics|segments)\/([^/]+)$/
const kinds: Readonly<Record<string, string>> = {
  charts: 'chart',
  dashboards: 'dashboard',
  data: 'dataset',
  metrics: 'metric',
  segments: 'segment',
}

/** The key of the thing that a page is of; null for other pages. pathname: inside the workspace. */
export function keyOfPage(pathname: string): string | null {
  const [, page = '', id = ''] = pageOf.exec(pathname) ?? []
  const kind = kinds[page]
  return kind === undefined ? null : `${kind}/${id}`
}
