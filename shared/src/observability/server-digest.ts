/**
 * Returns the digest of an error that Next caught while rendering a page on the server, which logs and reports it
 * there. The page gets the digest and, in production, nothing else of the error. Undefined for all other errors.
 */
export function serverDigestOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'digest' in thrown && typeof thrown.digest === 'string' ? thrown.digest : undefined
}
