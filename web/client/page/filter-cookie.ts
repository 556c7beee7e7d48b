import { textHash } from '@tidemark/shared/base/text-hash'

/**
 * The cookie of a person's last filter choices, for a dashboard's address alone: its page is then drawn with
 * them at once. The name tells the servers and people apart that share a browser, without naming them.
 */
export function filterCookieOf(databaseName: string): string {
  return `tidemark-filters-${textHash(databaseName)}`
}

/** A browser gives a cookie 4,096 bytes, and servers limit all headers; longer choices are drawn a moment later. */
const maxLength = 2000
const yearSeconds = 31_536_000

/** path: of the dashboard. choices: as part of an address; empty for none. */
export function writeFilterCookie(databaseName: string, path: string, choices: string): void {
  const value = encodeURIComponent(choices)
  const isKept = value !== '' && value.length <= maxLength
  const rest = `Path=${path}; Max-Age=${isKept ? yearSeconds : 0}; SameSite=Lax`
  document.cookie = `${filterCookieOf(databaseName)}=${isKept ? value : ''}; ${rest}`
}
