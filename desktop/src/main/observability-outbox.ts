import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as Sentry from '@sentry/electron/main'
import { app } from 'electron'

type TransportOptions = Parameters<ReturnType<typeof Sentry.makeElectronOfflineTransport>>[0]

/** The outbox of one destination; it keeps reports on disk while that cannot be reached. */
interface Outbox {
  readonly transport: ReturnType<ReturnType<typeof Sentry.makeElectronOfflineTransport>>
  isOpen: boolean
  isDiscarded: boolean
}

/**
 * By DSN, each as long as the app runs: a transport tries again by itself, also once its SDK is closed, and a second one
 * for the same folder would lose what the first has in hand.
 */
const outboxes = new Map<string, Outbox>()

/** The transport to one place. What waits for another place stays where it is until reports go there again. */
export function openOutbox(dsn: string, options: TransportOptions): Outbox['transport'] {
  const known = outboxes.get(dsn)
  if (known !== undefined) {
    known.isOpen = true
    // At once, not when its next try is due.
    void known.transport.flush()
    return known.transport
  }
  const state = { isOpen: true, isDiscarded: false }
  const transport = Sentry.makeElectronOfflineTransport()({
    ...options,
    queuePath: join(app.getPath('userData'), 'sentry', 'queue', createHash('sha256').update(dsn).digest('hex')),
    shouldSend: () => state.isOpen,
    shouldStore: () => !state.isDiscarded,
  })
  outboxes.set(dsn, Object.assign(state, { transport }))
  return transport
}

/** From here on nothing is sent; what waits is kept. */
export function closeOutboxes(): void {
  for (const outbox of outboxes.values()) outbox.isOpen = false
}

/** From here on nothing is sent or kept, wherever it was to go. */
export function discardOutboxes(): void {
  closeOutboxes()
  for (const outbox of outboxes.values()) outbox.isDiscarded = true
  outboxes.clear()
}
