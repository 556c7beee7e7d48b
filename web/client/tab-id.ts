import { newId } from '@tidemark/shared/base/ids'

const tabKey = 'tidemark-tab'
let idOfPage: string | undefined

/** Names this tab of the browser, over reloads too; where storage is blocked, this page. First called as a page starts. */
export function getTabId(): string {
  idOfPage ??= readTabId()
  return idOfPage
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
