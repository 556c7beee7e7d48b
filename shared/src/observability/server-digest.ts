/**
 * The name that Next gives an error when it catches it while drawing a page on the server, which logs and reports it there. A
 * page that cannot be shown for it is given this name, and in production nothing else of the error. Undefined of all others.
 */
export function serverDigestOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'digest' in thrown && typeof thrown.digest === 'string' ? thrown.digest : undefined
}
