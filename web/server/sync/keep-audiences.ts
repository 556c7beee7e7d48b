import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Reader } from './readers'
import type { SyncContext } from './sync-context'

/**
 * Stores the meaning of the reader's audience hash. A failure is only logged: if the audiences change, the client is
 * then sent everything again.
 */
export async function keepAudiences({ readers, log }: SyncContext, reader: Reader): Promise<void> {
  try {
    await readers.keep(reader)
  } catch (thrown) {
    log.info({ err: toTidemarkError(thrown) }, 'What a person may see was not remembered.')
  }
}
