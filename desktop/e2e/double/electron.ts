/** The module that the real main bundle gets as `electron`. Members that it lacks fail by name. */
import { takeInstance } from './app'
import { invokeHandlers, sentEvents } from './contents'
import { strict } from './strict'

export { app, becomeReady } from './app'
export { BrowserWindowDouble as BrowserWindow, WebContentsViewDouble as WebContentsView } from './browser-window'
export { MessageChannelDouble as MessageChannelMain } from './message-ports'
export { autoUpdater, crashReporter, net, powerMonitor, protocol, webContents } from './reporting-parts'
export { session } from './sessions'
export {
  clipboard,
  dialog,
  Menu,
  nativeTheme,
  NotificationDouble as Notification,
  safeStorage,
  screen,
  shell,
} from './system'
export { utilityProcess } from './utility-process'

export const ipcMain = strict('ipcMain', {
  handle: (channel: string, handler: Parameters<typeof invokeHandlers.set>[1]) => {
    if (invokeHandlers.has(channel)) throw new Error(`a second handler for ${channel}`)
    invokeHandlers.set(channel, handler)
  },
  removeHandler: (channel: string) => void invokeHandlers.delete(channel),
  on: (channel: string, listener: (...args: unknown[]) => void) => sentEvents.on(channel, listener),
  eventNames: () => sentEvents.eventNames(),
  removeAllListeners: (channel: string) => sentEvents.removeAllListeners(channel),
})

Object.defineProperty(process, 'resourcesPath', { value: process.env['DOUBLE_RESOURCES'] ?? '' })

/** Awaited before the app's own bundle is loaded. */
export const doubleIsReady = takeInstance()
