import * as z from 'zod/mini'

/** A workspace's name in addresses, unique on its server. */
export const slugSchema = z
  .string()
  .check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, '1 to 40 small letters, digits and dashes between them'))

/** The header (or, where headers cannot be set, the query parameter) that names a request's workspace by its id. */
export const workspaceHeader = 'x-tidemark-workspace'
export const workspaceParameter = 'workspace'

/**
 * The header (or, where headers cannot be set, the query parameter) in which a page names its person, because somebody
 * else may have signed in to the browser since.
 */
export const personHeader = 'x-tidemark-person'
export const personParameter = 'person'

/** Makes a slug from a name: `Ann's Büro` becomes `ann-s-buro`. Empty names and other scripts become `workspace`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return plain === '' ? 'workspace' : plain
}

/**
 * Returns the address to open after signing in: `next` when it is an address of this server, else `/`.
 * Refuses anything a browser could read as another site (`//x`, `/\x`, `https://x`, control characters).
 */
export function safeNext(next: string | null | undefined): string {
  if (next == null || !next.startsWith('/') || /^\/[/\\]/.test(next) || /[\p{Cc}\\]/u.test(next)) return '/'
  return new URL(next, 'http://tidemark.invalid').origin === 'http://tidemark.invalid' ? next : '/'
}
