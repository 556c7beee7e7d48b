/** True if something failed because this browser has no room left, which the page's status tells the person. */
export function isQuotaError(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
}
