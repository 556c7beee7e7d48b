import { beginsSignIn } from './browser-sign-in'

/** The origin of shell pages' buttons (errors, first start): a link here names an action and is never visited. */
export const shellOrigin = 'https://shell.tidemark.invalid'

/**
 * The verdict on an address that a page wants to open. action: a button of a shell page. sign-in: through the identity
 * provider, in the system’s browser.
 */
export type NavigationVerdict = 'here' | 'action' | 'sign-in' | 'in-browser' | 'refused'

/**
 * Judges where a page may go. Origins are compared parsed, never as text: `http://127.0.0.1:3000.example.org` starts
 * like ours and is not. Only https addresses may open in the system's browser. ownOrigin: of the server that the window
 * shows; null while it shows a shell page.
 */
export function judgeNavigation(target: string, ownOrigin: string | null): NavigationVerdict {
  if (!URL.canParse(target)) return 'refused'
  const url = new URL(target)
  if (url.origin === shellOrigin) return ownOrigin === null ? 'action' : 'refused'
  if (url.origin === ownOrigin && url.origin !== 'null') return beginsSignIn(url) ? 'sign-in' : 'here'
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? 'in-browser' : 'refused'
}
