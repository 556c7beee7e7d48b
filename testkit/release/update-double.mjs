import { EventEmitter } from 'node:events'
import { request } from 'node:http'

/** The part of Electron's main process that electron-updater uses, in a plain Node process: an installed AppImage. */
const { TIDEMARK_VERSION: version = '', TIDEMARK_USER_DATA: folder = '' } = process.env

Object.assign(process, { resourcesPath: folder })

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  getName: () => 'Tidemark',
  getVersion: () => version,
  getPath: () => folder,
  getAppPath: () => folder,
  whenReady: async () => undefined,
  quit: () => undefined,
})
export const net = { request }
export const session = { fromPartition: () => ({ setProxy: async () => undefined }) }
