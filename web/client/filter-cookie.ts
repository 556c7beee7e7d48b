/**
 * What a person chose last for the filters of a dashboard, as a cookie of that dashboard's address alone: its page is then drawn with
 * them at once. The name tells the servers and people apart that share a browser, without naming them.
 */
export function filterCookieOf(databaseName: string): string {
  let hash = 0x811c9dc5
  for (const letter of databaseName) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `tidemark-filters-${hash.toString(36)}`
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
