import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import { tmpdir } from 'node:os'

/**
 * The part of Electron's main process that its Sentry SDK uses, for a plain Node process: the network is Node's own.
 * Anything else throws when it is used.
 */
Object.defineProperties(process.versions, { electron: { value: '45.3.4' }, chrome: { value: '150.0.0.0' } })

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  name: 'Tidemark',
  getName: () => 'Tidemark',
  getVersion: () => '0.1.0',
  getAppPath: () => process.cwd(),
  getPath: () => process.env['TIDEMARK_DOUBLE_USER_DATA'] ?? tmpdir(),
  getAppMetrics: () => [],
  isReady: () => true,
  whenReady: async () => undefined,
})
/** @type {Set<string>} */
const handled = new Set()
export const ipcMain = Object.assign(new EventEmitter(), {
  /** @param {string} channel */
  handle: (channel) => {
    if (handled.has(channel)) throw new Error(`a second handler for ${channel}`)
    handled.add(channel)
  },
  /** @param {string} channel */
  removeHandler: (channel) => void handled.delete(channel),
})
export const net = { request, isOnline: () => true }
export const dialog = { showErrorBox: () => undefined }
export const session = { defaultSession: {} }
export const webContents = { getAllWebContents: () => [] }
export const protocol = missing('protocol')
export const crashReporter = missing('crashReporter')
export const BrowserWindow = missing('BrowserWindow')
export const autoUpdater = missing('autoUpdater')
export const powerMonitor = missing('powerMonitor')
export const screen = missing('screen')
export const contextBridge = missing('contextBridge')
export const ipcRenderer = missing('ipcRenderer')
/** The SDK wraps `fork` when it starts; nothing is forked here. */
export const utilityProcess = { fork: () => undefined }

/** @param {string} name */
function missing(name) {
  return new Proxy(
    {},
    {
      get: (_, member) => {
        throw new Error(`the double has no ${name}.${String(member)}`)
      },
    },
  )
}
