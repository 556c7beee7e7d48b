/** Pages of the shell itself (errors, first start) name what was clicked as an address here, which is never visited. */
export const shellOrigin = 'https://shell.tidemark.invalid'

/** The verdict on an address that a page wants to open. action: a button of a shell page. */
export type NavigationVerdict = 'here' | 'action' | 'in-browser' | 'refused'

/**
 * Origins are compared parsed, never as text: `http://127.0.0.1:3000.example.org` starts like ours and is not.
 * ownOrigin: of the server that the window shows; null while it shows a page of the shell. Only https leaves for the
 * system's browser.
 */
export function judgeNavigation(target: string, ownOrigin: string | null): NavigationVerdict {
  if (!URL.canParse(target)) return 'refused'
  const url = new URL(target)
  if (url.origin === shellOrigin) return ownOrigin === null ? 'action' : 'refused'
  if (url.origin === ownOrigin && url.origin !== 'null') return 'here'
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? 'in-browser' : 'refused'
}
