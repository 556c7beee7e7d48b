import { BrowserWindow, screen, type Session } from 'electron'
import type { DesktopEvents } from '@tidemark/shared/ipc/desktop-api'
import type { CommandState } from '@tidemark/shared/ipc/desktop-calls'
import { writeFileAtomic } from '../atomic-file'
import type { Log } from '../log'
import { secureWebPreferences } from '../security/secure-web-preferences'
import type { GuardedWindow } from '../security/secure-session'
import type { LoadFailure } from './load-failure'
import { shellPageUrl, type ShellPage } from './shell-page'
import { crashedPage, splashPage } from './shell-pages'
import { windowBackground } from './window-background'
import { minimumSize, placeWindow, readWindowState, type WindowState } from './window-state'

export interface AppWindowOptions {
  readonly session: Session
  /** null: the window only shows pages of the shell. */
  readonly preloadPath: string | null
  /** Where the place of the window is kept. */
  readonly statePath: string
  /** Moved down and right by so many steps from the kept place. */
  readonly offset: number
  readonly withSplash: boolean
  readonly log: Log
  readonly onAction: (action: string, params: URLSearchParams, window: AppWindow) => void
  /** code: Chromium's, below 0. name: its own word for it. */
  readonly onLoadFailed: (failure: LoadFailure, window: AppWindow) => void
  /** Whether its page listens, its commands or its focus have changed. */
  readonly onChanged: (window: AppWindow) => void
  readonly onClosed: (window: AppWindow) => void
}

const aborted = -3

/** A window of the app: it shows the app from its server, or a page of the shell in its place. */
export class AppWindow implements GuardedWindow {
  readonly browserWindow: BrowserWindow
  #commands: readonly CommandState[] = []
  #isListening = false
  #ownOrigin: string | null = null
  #splash: BrowserWindow | null = null
  readonly #options: AppWindowOptions

  constructor(options: AppWindowOptions) {
    this.#options = options
    const kept = readWindowState(options.statePath)
    const bounds = placeWindow(
      kept?.bounds ?? null,
      [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
    )
    const place = { ...bounds, x: bounds.x + options.offset * 24, y: bounds.y + options.offset * 24 }
    const backgroundColor = windowBackground()
    if (options.withSplash) this.#splash = openSplash(place, backgroundColor)
    this.browserWindow = new BrowserWindow({
      ...place,
      minWidth: minimumSize.width,
      minHeight: minimumSize.height,
      title: 'Tidemark',
      show: false,
      backgroundColor,
      webPreferences: { ...secureWebPreferences(options.preloadPath), session: options.session },
    })
    if (kept !== null) this.#restore(kept)
    this.#listen()
  }

  /** The server's origin while the window shows the app. */
  get ownOrigin(): string | null {
    return this.#ownOrigin
  }

  /** The commands as the page of this window last told them. */
  get commands(): readonly CommandState[] {
    return this.#commands
  }

  set commands(commands: readonly CommandState[]) {
    this.#commands = commands
    this.#options.onChanged(this)
  }

  /** Whether the page listens for what it is asked to open. */
  get isListening(): boolean {
    return this.#isListening
  }

  set isListening(isListening: boolean) {
    this.#isListening = isListening
    this.#options.onChanged(this)
  }

  act(action: string, params: URLSearchParams): void {
    this.#options.onAction(action, params, this)
  }

  /** Shows a page of the app. */
  showApp(origin: string, path = '/'): void {
    this.#ownOrigin = origin
    this.#load(`${origin}${path}`)
  }

  showPage(page: ShellPage): void {
    this.#ownOrigin = null
    this.commands = []
    this.#load(shellPageUrl(page))
  }

  send<Channel extends keyof DesktopEvents>(channel: Channel, event: DesktopEvents[Channel]): void {
    if (!this.browserWindow.isDestroyed()) this.browserWindow.webContents.send(channel, event)
  }

  focus(): void {
    if (this.browserWindow.isMinimized()) this.browserWindow.restore()
    this.browserWindow.show()
    this.browserWindow.focus()
  }

  /** Keeps its place, so that it opens there next time. A full disk only costs the convenience. */
  saveState(): void {
    const { browserWindow } = this
    if (browserWindow.isDestroyed()) return
    const state: WindowState = {
      bounds: browserWindow.getNormalBounds(),
      isMaximized: browserWindow.isMaximized(),
      zoomLevel: browserWindow.webContents.getZoomLevel(),
    }
    try {
      writeFileAtomic(this.#options.statePath, JSON.stringify(state))
    } catch (thrown) {
      this.#options.log.info('The place of a window was not kept.', thrown)
    }
  }

  #load(address: string): void {
    this.isListening = false
    // A failed load is reported by `did-fail-load`; the promise says the same again.
    this.browserWindow.loadURL(address).catch(() => undefined)
  }

  #restore({ isMaximized, zoomLevel }: WindowState): void {
    if (isMaximized) this.browserWindow.once('show', () => this.browserWindow.maximize())
    this.browserWindow.webContents.once('did-finish-load', () => this.browserWindow.webContents.setZoomLevel(zoomLevel))
  }

  #listen(): void {
    const { browserWindow } = this
    const { webContents } = browserWindow
    browserWindow.once('ready-to-show', () => {
      browserWindow.show()
      this.#splash?.destroy()
      this.#splash = null
    })
    browserWindow.on('focus', () => this.#options.onChanged(this))
    browserWindow.on('close', () => this.saveState())
    browserWindow.on('closed', () => {
      this.#splash?.destroy()
      this.#options.onClosed(this)
    })
    // Not when one starts: the guards stop some, and the page goes on listening.
    webContents.on('did-navigate', () => {
      this.isListening = false
    })
    webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted && this.#ownOrigin !== null)
        this.#options.onLoadFailed({ code, name: description }, this)
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      this.#options.log.error('The page of a window ended.', { reason })
      if (reason !== 'clean-exit') this.showPage(crashedPage(reason))
    })
  }
}

function openSplash(place: Electron.Rectangle, backgroundColor: string): BrowserWindow {
  const splash = new BrowserWindow({
    ...place,
    title: 'Tidemark',
    backgroundColor,
    webPreferences: secureWebPreferences(null),
  })
  splash.loadURL(shellPageUrl(splashPage)).catch(() => undefined)
  return splash
}
