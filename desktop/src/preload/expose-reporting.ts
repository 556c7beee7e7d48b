import { hookupIpc } from '@sentry/electron/preload-namespaced'

/** Opens the way on which a window's reports reach the main process; where reports are off nobody listens at its end. */
export function exposeReporting(): void {
  hookupIpc()
}
