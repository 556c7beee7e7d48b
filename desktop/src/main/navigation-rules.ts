/** What becomes of an address that a page wants to go to or open. */
export type NavigationVerdict = 'here' | 'in-browser' | 'refused'

/**
 * Origins are compared parsed, never as text: `http://127.0.0.1:3000.example.org` starts like ours and is not.
 * Only https leaves for the system's browser.
 */
export function judgeNavigation(target: string, ownOrigin: string): NavigationVerdict {
  if (!URL.canParse(target)) return 'refused'
  const url = new URL(target)
  if (url.origin === ownOrigin) return 'here'
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? 'in-browser' : 'refused'
}
