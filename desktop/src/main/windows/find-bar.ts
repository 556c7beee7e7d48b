import { BrowserWindow } from 'electron'
import { secureWebPreferences } from '../security/secure-web-preferences'
import type { GuardedWindow } from '../security/secure-session'
import { shellPageUrl } from './shell-page'

const size = { width: 380, height: 132 } as const

/** Finds text in the page of a window. A window of its own: the text typed must not be found in its own field. */
export class FindBar implements GuardedWindow {
  readonly ownOrigin = null
  readonly browserWindow: BrowserWindow
  readonly #parent: BrowserWindow
  #text = ''

  constructor(parent: BrowserWindow, onClosed: (bar: FindBar) => void) {
    this.#parent = parent
    const { x, y, width } = parent.getContentBounds()
    this.browserWindow = new BrowserWindow({
      parent,
      x: x + width - size.width - 16,
      y: y + 8,
      ...size,
      resizable: false,
      minimizable: false,
      maximizable: false,
      title: 'Find',
      webPreferences: secureWebPreferences(null),
    })
    this.browserWindow.setMenuBarVisibility(false)
    this.browserWindow.webContents.on('before-input-event', (_event, { type, key }) => {
      if (type === 'keyDown' && key === 'Escape') this.browserWindow.close()
    })
    const onFound = (_event: unknown, { activeMatchOrdinal, matches }: Electron.Result) =>
      this.browserWindow.setTitle(matches === 0 ? 'Not found' : `${activeMatchOrdinal} of ${matches}`)
    parent.webContents.on('found-in-page', onFound)
    this.browserWindow.on('closed', () => {
      if (!parent.isDestroyed()) {
        parent.webContents.off('found-in-page', onFound)
        parent.webContents.stopFindInPage('keepSelection')
      }
      onClosed(this)
    })
    const page = {
      title: 'Find',
      heading: '',
      text: '',
      actions: [],
      field: { action: 'find', label: 'Find in this page', placeholder: '', value: '', submit: 'Next', error: null },
    }
    this.browserWindow.loadURL(shellPageUrl({ ...page, isCompact: true })).catch(() => this.browserWindow.close())
  }

  act(action: string, params: URLSearchParams): void {
    const text = params.get('value') ?? ''
    if (action !== 'find' || text === '') return
    this.#parent.webContents.findInPage(text, { findNext: text !== this.#text })
    this.#text = text
  }
}
