import { newId } from '@tidemark/shared/base/ids'

const tabKey = 'tidemark-tab'
let idOfPage: string | undefined

/** Names this tab of the browser, over reloads too; where storage is blocked, this page. */
export function getTabId(): string {
  idOfPage ??= readTabId()
  return idOfPage
}

function readTabId(): string {
  const made = newId()
  try {
    const known = sessionStorage.getItem(tabKey)
    if (known !== null) return known
    sessionStorage.setItem(tabKey, made)
  } catch (thrown) {
    console.debug('the tab will not be known after a reload', thrown)
  }
  return made
}
