/** Returns true if something failed because this browser is out of storage, which the page's status shows. */
export function isQuotaError(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
}
