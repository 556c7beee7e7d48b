import { contextBridge } from 'electron'

/** What a page may know of and ask from the desktop app: one object, named things only. */
contextBridge.exposeInMainWorld('tidemarkDesktop', { isDesktopApp: true })
