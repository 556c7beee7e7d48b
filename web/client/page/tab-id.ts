import { newId } from '@tidemark/shared/base/ids'
import { holdLock } from './hold-database'

const tabKey = 'tidemark-tab'
let idOfPage: string | undefined

/**
 * Returns the id of this tab, which survives reloads; if storage is blocked, of this page. Must first be called as a
 * page starts.
 */
export function getTabId(): string {
  if (idOfPage === undefined) {
    idOfPage = readTabId()
    holdLock(lockOf(idOfPage), untilGone).catch(tellUnheld)
  }
  return idOfPage
}

/** Calls `act` if the tab is closed; does nothing while it is open. */
export async function onceClosed(tab: string, act: () => void): Promise<void> {
  try {
    await navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => {
      if (lock !== null) act()
    })
  } catch (thrown) {
    tellUnheld(thrown)
  }
}

const untilGone = new AbortController().signal

function lockOf(tab: string): string {
  return `tidemark-tab:${tab}`
}

/** Handles a refused lock. A browser that blocks locks also blocks storage, so that tabs leave nothing there. */
function tellUnheld(thrown: unknown): void {
  console.debug('tabs do not know of each other', thrown)
}

function readTabId(): string {
  const made = newId()
  try {
    const id = sessionStorage.getItem(tabKey) ?? made
    // A duplicated tab starts with a copy of session storage, so the id is stored only between two pages of the tab.
    const take = () => sessionStorage.removeItem(tabKey)
    take()
    addEventListener('pagehide', () => sessionStorage.setItem(tabKey, id))
    addEventListener('pageshow', take)
    return id
  } catch (thrown) {
    console.debug('the tab will not be known after a reload', thrown)
    return made
  }
}
