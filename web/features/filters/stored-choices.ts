import { writeFilterCookie } from '@/client/page/filter-cookie'

/** The place in which a browser keeps a person's choices on a dashboard. */
export interface ChoicesPlace {
  readonly databaseName: string
  readonly dashboardId: string
}

/** The choices that were kept in this browser, as part of an address; empty where there are none. */
export function readStoredChoices(place: ChoicesPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? ''
  } catch (thrown) {
    // Storage that is blocked has nothing of ours.
    console.debug('choices of filters were not read', thrown)
    return ''
  }
}

/** Keeps them for this browser's next page of the dashboard, which is the one that is open, and for the server that draws it. */
export function writeStoredChoices(place: ChoicesPlace, choices: string): void {
  writeFilterCookie(place.databaseName, window.location.pathname, choices)
  try {
    if (choices === '') localStorage.removeItem(keyOf(place))
    else localStorage.setItem(keyOf(place), choices)
  } catch (thrown) {
    // Full or blocked storage: they are in the address all the same.
    console.debug('choices of filters were not kept', thrown)
  }
}

function keyOf({ databaseName, dashboardId }: ChoicesPlace): string {
  return `${databaseName}:filters:${dashboardId}`
}
