import { maxOpened, openedCookieOf, parseOpened } from '../page/last-opened'
import { inWorkspaceOf } from '../page/page-address'

/** Keeps that something was opened last, for all tabs, and for the server that draws the next page. Returns all of it as text. */
export function rememberLastOpened(databaseName: string, key: string): string {
  const opened = [key, ...readOpened(databaseName).filter((other) => other !== key)].slice(0, maxOpened)
  const text = opened.join('.')
  writeOpenedCookie(databaseName, inWorkspaceOf(window.location.pathname, '/'), text)
  try {
    localStorage.setItem(openedKeyOf(databaseName), text)
  } catch (thrown) {
    // Full or blocked storage: then other tabs hear of it with their next page.
    console.debug('what was opened last is not kept', thrown)
  }
  return text
}

/** path: of the workspace. text: empty to forget. */
export function writeOpenedCookie(databaseName: string, path: string, text: string): void {
  const maxAgeSeconds = text === '' ? 0 : 31_536_000
  document.cookie = `${openedCookieOf(databaseName)}=${text}; Path=${path}; Max-Age=${maxAgeSeconds}; SameSite=Lax`
}

/** Calls the listener with all as text, once another tab has opened something; returns how to stop. */
export function onOpenedElsewhere(databaseName: string, listener: (text: string) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === openedKeyOf(databaseName)) listener(newValue ?? '')
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** The name has the person in it, so that signing out removes it with all else of theirs. */
function openedKeyOf(databaseName: string): string {
  return `${databaseName}:last-opened`
}

function readOpened(databaseName: string): readonly string[] {
  try {
    return parseOpened(localStorage.getItem(openedKeyOf(databaseName)) ?? '')
  } catch (thrown) {
    console.debug('what was opened last was not read', thrown)
    return []
  }
}
