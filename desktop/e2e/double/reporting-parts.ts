import { request } from 'node:http'
import { strict } from './strict'

/** What the SDK of error reports asks of Electron besides the app's own needs. */
export const net = strict('net', { request, isOnline: () => true })
export const webContents = strict('webContents', { getAllWebContents: () => [] })
export const crashReporter = strict('crashReporter', {})
export const protocol = strict('protocol', {})
export const powerMonitor = strict('powerMonitor', {})
export const autoUpdater = strict('autoUpdater', {})

// The SDK reads its version when it is loaded; to all others this is Node.
if (process.env['ERROR_REPORTING_ENABLED'] === '1') {
  Object.defineProperties(process.versions, { electron: { value: '45.3.4' }, chrome: { value: '150.0.0.0' } })
}
