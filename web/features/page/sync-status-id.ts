/** The id of the button that shows how the workspace stands with the server. */
export const syncStatusId = 'sync-status'

/** Opens what it has to say, from elsewhere on the page. */
export function openSyncStatus(): void {
  document.getElementById(syncStatusId)?.click()
}
