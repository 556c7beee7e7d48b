import { textHash } from '@tidemark/shared/base/text-hash'

/** How many are kept: some may be gone by the time that they are listed. */
export const maxOpened = 12

/** The key of the cookie with what a person opened in a workspace; it tells people and servers apart without naming them. */
export function openedCookieOf(databaseName: string): string {
  return `tidemark-opened-${textHash(databaseName)}`
}

/** Keys of entries, such as `dashboard/<id>`, the last opened first. */
export function parseOpened(text: string): readonly string[] {
  return text
    .split('.')
    .filter((key) => /^(chart|dashboard|dataset)\/[A-Za-z0-9_-]{1,40}$/.test(key))
    .slice(0, maxOpened)
}
