import { BrowserWindow, dialog, type Session } from 'electron'
import type { DesktopEvents } from '@tidemark/shared/ipc/desktop-api'
import type { CommandState } from '@tidemark/shared/ipc/desktop-calls'
import type { Logger } from '@tidemark/shared/observability/logger'
import { secureWebPreferences } from '../security/secure-web-preferences'
import type { GuardedWindow } from '../security/secure-session'
import { leaveButton, leaveQuestion } from './leave-question'
import type { LoadFailure } from './load-failure'
import { shellPageUrl, type ShellPage } from './shell-page'
import { crashedPage, splashPage } from './shell-pages'
import { windowBackground } from './window-background'
import { keptPath, minimumSize, type Bounds, type WindowState } from './window-state'

export interface AppWindowOptions {
  readonly session: Session
  /** null: the window shows only shell pages. */
  readonly preloadPath: string | null
  /** True if it shows pages of a team's server. */
  readonly isTeam: boolean
  readonly place: Bounds
  /** The state in which it was left; null for a new window. */
  readonly kept: WindowState | null
  /** The path of the server's page that it shows first. */
  readonly path: string
  readonly withSplash: boolean
  readonly log: Logger
  /** Opens an additional window of the profile. path: of the page to show. */
  readonly onOpenBeside: (path: string) => void
  /** Begins a sign-in through the identity provider. asked: the address with which its page begins it. */
  readonly onSignIn: (asked: string) => void
  readonly onAction: (action: string, params: URLSearchParams, window: AppWindow) => void
  /** Called when a page of the server did not load. */
  readonly onLoadFailed: (failure: LoadFailure, window: AppWindow) => void
  readonly onFocused: (window: AppWindow) => void
  /** Called when its page's readiness, its commands or its focus changed. */
  readonly onChanged: (window: AppWindow) => void
  /** Called when the number of uploads and exports that run in its page changed. */
  readonly onRunningChanged: () => void
  /** Called when its page was left for another one, or closed with the window. */
  readonly onPageLeft: (window: AppWindow) => void
  /** Called when it is about to close and still exists. */
  readonly onClosing: (window: AppWindow) => void
  readonly onClosed: (window: AppWindow) => void
}

const aborted = -3
/** Values of Electron's progress bar: work of unknown length, and no work. */
const indeterminate = 2
const none = -1

/** A window of the app. Shows the app from its server, or a shell page in its place. */
export class AppWindow implements GuardedWindow {
  readonly browserWindow: BrowserWindow
  /** The number of chosen files that would be lost with the page, as the page reports. */
  lostFileCount = 0
  #commands: readonly CommandState[] = []
  #isListening = false
  /** Commands that the menu asked for while the page was loading. */
  #waitingCommands: string[] = []
  #ownOrigin: string | null = null
  #splash: BrowserWindow | null = null
  /** The path of the page that it was opened for, or that it showed before a shell page replaced it. */
  #nextPath: string
  #runningCount = 0
  #isAsking = false
  /** True if it closes whatever its page says. */
  #isLetGo = false
  #isReplaced = false
  readonly #options: AppWindowOptions

  constructor(options: AppWindowOptions) {
    this.#options = options
    const { place, kept } = options
    this.#nextPath = options.path
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

  /** True if it belongs to the profile in use; other windows show only shell pages. */
  get isOfProfile(): boolean {
    return this.#options.preloadPath !== null
  }

  /** True if its pages come from a team's server, whatever profile is in use by now. */
  get isTeam(): boolean {
    return this.#options.isTeam
  }

  /** The server's origin while the window shows the app. */
  get ownOrigin(): string | null {
    return this.#ownOrigin
  }

  /** True if another document is being loaded and the present page has not gone yet. */
  get isReplaced(): boolean {
    return this.#isReplaced
  }

  /** The commands that the page of this window last reported. */
  get commands(): readonly CommandState[] {
    return this.#commands
  }

  set commands(commands: readonly CommandState[]) {
    this.#commands = commands
    this.#options.onChanged(this)
  }

  /** True if the page listens for things to open. */
  get isListening(): boolean {
    return this.#isListening
  }

  set isListening(isListening: boolean) {
    this.#isListening = isListening
    if (isListening) for (const id of this.#waitingCommands.splice(0)) this.runCommand(id)
    this.#options.onChanged(this)
  }

  /** How many uploads and exports run in its page. */
  get runningCount(): number {
    return this.#runningCount
  }

  /** Shows progress in the task bar. fraction: of all running work; null if unknown. */
  showProgress(fraction: number | null, count: number): void {
    this.browserWindow.setProgressBar(fraction ?? (count > 0 ? indeterminate : none))
    const isChanged = count !== this.#runningCount
    this.#runningCount = count
    if (isChanged) this.#options.onRunningChanged()
  }

  /** Lets it close from now on without a question. */
  letGo(): void {
    this.#isLetGo = true
  }

  /** Runs a command of the page once the page listens: while it reloads, the menu still shows the earlier commands. */
  runCommand(id: string): void {
    if (this.#isListening) this.send('run-command', { id })
    else this.#waitingCommands.push(id)
  }

  act(action: string, params: URLSearchParams): void {
    this.#options.onAction(action, params, this)
  }

  openBeside(address: string): void {
    const { pathname, search, hash } = new URL(address)
    this.#options.onOpenBeside(`${pathname}${search}${hash}`)
  }

  signIn(asked: string): void {
    this.#options.onSignIn(asked)
  }

  /** Opens another page of its server; does nothing while it shows a shell page. */
  goTo(path: string): void {
    if (this.#ownOrigin !== null) this.#load(`${this.#ownOrigin}${path}`)
  }

  /** Shows the app from its server, at the path where it was. */
  showApp(origin: string): void {
    this.#nextPath = this.#path
    this.#ownOrigin = origin
    this.#load(`${origin}${this.#nextPath}`)
  }

  /** Shows a shell page until the app is shown again. */
  showPage(page: ShellPage): void {
    this.#nextPath = this.#path
    this.#ownOrigin = null
    this.#waitingCommands = []
    this.commands = []
    this.#load(shellPageUrl(page))
  }

  /** Lets the app start at its first page, not where it was. */
  forgetPath(): void {
    this.#nextPath = '/'
  }

  send<Channel extends keyof DesktopEvents>(channel: Channel, event: DesktopEvents[Channel]): void {
    if (!this.browserWindow.isDestroyed()) this.browserWindow.webContents.send(channel, event)
  }

  focus(): void {
    if (this.browserWindow.isMinimized()) this.browserWindow.restore()
    this.browserWindow.show()
    this.browserWindow.focus()
  }

  /** The state from which the window can be restored. */
  get state(): WindowState {
    const { browserWindow } = this
    return {
      bounds: browserWindow.getNormalBounds(),
      isMaximized: browserWindow.isMaximized(),
      zoomLevel: browserWindow.webContents.getZoomLevel(),
      path: keptPath(this.#path),
    }
  }

  /** The path of the server's page that it shows now or next. */
  get #path(): string {
    return this.#pathOf(this.browserWindow.webContents.getURL()) ?? this.#nextPath
  }

  #pathOf(address: string): string | null {
    const origin = this.#ownOrigin
    return origin !== null && address.startsWith(`${origin}/`) ? address.slice(origin.length) : null
  }

  #load(address: string): void {
    this.isListening = false
    this.#isReplaced = true
    // A failed load is reported by `did-fail-load`; the promise only repeats it.
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
    browserWindow.on('focus', () => {
      this.#options.onFocused(this)
      this.#options.onChanged(this)
    })
    browserWindow.on('close', (event) => {
      if (this.#isLetGo || this.lostFileCount === 0) return this.#options.onClosing(this)
      event.preventDefault()
      void this.#askToClose()
    })
    browserWindow.on('closed', () => {
      this.#splash?.destroy()
      this.#options.onPageLeft(this)
      this.#options.onClosed(this)
    })
    // Waits for the end of a navigation: the guards stop some after their start, and the page goes on listening.
    webContents.on('did-navigate', () => {
      this.#isReplaced = false
      this.#forgetPage()
      this.#options.onPageLeft(this)
      this.isListening = false
    })
    // By default Electron keeps the page without asking.
    webContents.on('will-prevent-unload', (event) => {
      if (this.#isLetGo || this.#isReplaced || this.#mayLoad()) event.preventDefault()
    })
    webContents.on('did-fail-load', (_event, code, description, address, isMainFrame) => {
      if (!isMainFrame || code === aborted || this.#ownOrigin === null) return
      this.#nextPath = this.#pathOf(address) ?? this.#nextPath
      this.#options.onLoadFailed({ code, name: description }, this)
    })
    // Without the preload script pages behave as in a browser, without any message.
    webContents.on('preload-error', (_event, _path, err) => {
      this.#options.log.error({ err }, 'The preload script of a window failed.')
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      this.#options.log.error({ reason }, 'The page of a window ended.')
      this.#forgetPage()
      if (reason === 'clean-exit') return
      if (this.#ownOrigin !== null) return this.showPage(crashedPage(reason))
      // If no page can be shown at all, an error page would crash as well, endlessly.
      void this.#askAfterCrash(reason)
    })
  }

  async #askToClose(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const { browserWindow } = this
    const { response } = await dialog.showMessageBox(browserWindow, leaveQuestion('close', this.lostFileCount))
    this.#isAsking = false
    if (response !== leaveButton || browserWindow.isDestroyed()) return
    this.#isLetGo = true
    browserWindow.close()
  }

  async #askAfterCrash(reason: string): Promise<void> {
    const { heading, text } = crashedPage(reason)
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: `${heading}.`,
      detail: text,
      buttons: ['Reload it', 'Close'],
      defaultId: 0,
      cancelId: 1,
    })
    if (this.browserWindow.isDestroyed()) return
    if (response === 0) this.act('retry', new URLSearchParams())
    else this.browserWindow.destroy()
  }

  /** Asks synchronously, because Electron takes the answer at once or not at all. */
  #mayLoad(): boolean {
    const question = leaveQuestion('load', this.lostFileCount)
    return dialog.showMessageBoxSync(this.browserWindow, question) === leaveButton
  }

  /** Forgets what the page reported, since the page is gone. */
  #forgetPage(): void {
    this.lostFileCount = 0
    if (this.#runningCount > 0) this.showProgress(null, 0)
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
