import { newId } from '@tidemark/shared/base/ids'
import { holdLock } from './hold-database'

const tabKey = 'tidemark-tab'
let idOfPage: string | undefined

/** Names this tab of the browser, over reloads too; where storage is blocked, this page. First called as a page starts. */
export function getTabId(): string {
  if (idOfPage === undefined) {
    idOfPage = readTabId()
    holdLock(lockOf(idOfPage), untilGone).catch(tellUnheld)
  }
  return idOfPage
}

/** Does something for a tab that is closed, and nothing while it is open. */
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

/** Handles a refused lock: a browser that blocks locks blocks storage too, and a tab leaves nothing there. */
function tellUnheld(thrown: unknown): void {
  console.debug('tabs do not know of each other', thrown)
}

function readTabId(): string {
  const made = newId()
  try {
    const id = sessionStorage.getItem(tabKey) ?? made
    // A duplicated tab begins with a copy of what is stored here, so the name lies here only between two pages.
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
