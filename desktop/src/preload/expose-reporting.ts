import { hookupIpc } from '@sentry/electron/preload-namespaced'

/** Opens the channel on which a window's reports reach the main process. If reporting is off nobody listens there. */
export function exposeReporting(): void {
  hookupIpc()
}
