import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import { onControl } from './control'
import { strict } from './strict'

/** The parts of Electron that only the SDK of error reports uses. */
export const net = strict('net', { request, isOnline: () => true })
export const webContents = strict('webContents', { getAllWebContents: () => [] })
export const crashReporter = strict('crashReporter', {})
export const protocol = strict('protocol', {})
const power = new EventEmitter()
export const powerMonitor = strict('powerMonitor', power)
export const autoUpdater = strict('autoUpdater', {})

// The SDK reads this version when it is loaded. It is set only for the SDK, because other code must see plain Node.
if (process.env['ERROR_REPORTING_ENABLED'] === '1') {
  Object.defineProperties(process.versions, { electron: { value: '45.3.4' }, chrome: { value: '150.0.0.0' } })
}

onControl('power.shutdown', () => {
  let isDelayed = false
  power.emit('shutdown', { preventDefault: () => (isDelayed = true) })
  return isDelayed
})
