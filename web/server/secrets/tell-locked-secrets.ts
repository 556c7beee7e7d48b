import type { Logger } from '../observability/log'
import type { SecretStore } from './secret-store'

/**
 * Logs once at start if stored passwords cannot be decrypted with this server's keys. Otherwise nobody would notice a
 * changed secret before a chart fails.
 */
export async function tellLockedSecrets(
  secrets: SecretStore,
  { log, mode }: { readonly log: Logger; readonly mode: 'local' | 'team' | 'chart' },
): Promise<void> {
  const count = await secrets.countLocked()
  if (count === 0) return
  const passwords = count === 1 ? 'The password of 1 connection was' : `The passwords of ${count} connections were`
  const outcome =
    mode === 'local'
      ? `${passwords} sealed with another key than this server has, and cannot be opened: charts that use ${count === 1 ? 'it' : 'them'} fail.`
      : `${passwords} sealed with another TIDEMARK_SECRET, and cannot be opened: charts that use ${count === 1 ? 'it' : 'them'} fail. Sessions that were made with that secret have ended: people sign in again.`
  const remedy =
    mode === 'local'
      ? 'Put the former file secret-keys back into the data folder, or its lines below those that are there, or the former TIDEMARK_SECRET in place'
      : 'Set the former secret again, as TIDEMARK_SECRET, or as TIDEMARK_OLD_SECRETS beside the new one'
  log.error(
    { code: 'connection-password', count },
    `${outcome} ${remedy}, and restart; or enter the passwords again on the pages of the connections.`,
  )
}
