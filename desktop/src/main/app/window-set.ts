import { join } from 'node:path'
import { dialog, screen, session, type Session, type WebContents } from 'electron'
import { writeFileAtomic } from '../atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { OpenProfile } from '../profiles/open-profile'
import { setupSession, type GuardedWindow } from '../security/secure-session'
import { AppWindow, type AppWindowOptions } from '../windows/app-window'
import { leaveButton, leaveQuestion, type Leaving } from '../windows/leave-question'
import { besides, placeWindow, placeWindows, readWindowStates, type Bounds } from '../windows/window-state'

/** A window or view besides the app's windows; it shows a shell page and closes itself. */
export interface Tool extends GuardedWindow {
  readonly contents: WebContents
  focus(): void
  close(): void
}

type WindowEvents = Pick<
  AppWindowOptions,
  | 'onAction'
  | 'onSignIn'
  | 'onLoadFailed'
  | 'onChanged'
  | 'onPageLeft'
  | 'onRunningChanged'
  | 'onClosed'
  | 'onOpenBeside'
>

interface WindowSetOptions {
  /** The folder that keeps the bounds of windows without a profile. */
  readonly userData: string
  readonly log: Logger
  readonly events: WindowEvents
}

/** The windows that are open. Sorts them by use, restores them, and asks before they lose something. */
export class WindowSet {
  /** The state file of each window, in the order in which the windows were opened. */
  readonly #statePaths = new Map<AppWindow, string>()
  readonly #toolsByName = new Map<string, Tool>()
  /** Pages of closed windows, because a page outlives its window for a moment. */
  readonly #closed = new WeakSet<WebContents>()
  readonly #options: WindowSetOptions
  #isEnding = false
  #isAsking = false
  #usedLast: AppWindow | null = null

  constructor(options: WindowSetOptions) {
    this.#options = options
  }

  /** The app's open windows, the last used one first, even while another program or a tool is in front. */
  get all(): readonly AppWindow[] {
    return [...this.#statePaths.keys()]
      .filter(({ browserWindow }) => !browserWindow.isDestroyed())
      .sort((a, b) => Number(b === this.#usedLast) - Number(a === this.#usedLast))
  }

  get front(): AppWindow | null {
    return this.all[0] ?? null
  }

  /**
   * Opens an empty window. open: null for a window that shows only shell pages. isFirst: shows the splash and keeps its
   * place; otherwise the window is offset from those that are open. path: of the page it will show.
   */
  open(open: OpenProfile | null, isFirst: boolean, path = '/'): AppWindow {
    const [kept] = readWindowStates(this.#statePathOf(open))
    const place = besides(placeWindow(kept?.bounds ?? null, workAreas()), isFirst ? 0 : this.#statePaths.size)
    return this.#create(open, { place, kept: kept ?? null, path, withSplash: isFirst })
  }

  /** Opens a profile's windows as they were left, still empty; opens one if none were kept. */
  openKept(open: OpenProfile): readonly AppWindow[] {
    const states = readWindowStates(this.#statePathOf(open))
    if (states.length === 0) return [this.open(open, true)]
    const places = placeWindows(states, workAreas())
    return states.flatMap((kept, at) => {
      const place = places[at]
      return place === undefined ? [] : [this.#create(open, { place, kept, path: kept.path, withSplash: at === 0 })]
    })
  }

  /**
   * Stores where windows are and what they show, so that the next start can restore them. They may be closed
   * afterwards.
   */
  keep(windows: readonly AppWindow[]): void {
    const byPath = new Map<string, AppWindow[]>()
    for (const window of windows) {
      const path = this.#statePaths.get(window)
      if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), window])
    }
    for (const [path, those] of byPath) this.#write(path, those)
  }

  /** Stores all windows as `keep` does. Windows that close from now on stay in the stored state. */
  keepForNextStart(): void {
    const open = [...this.#statePaths.keys()].filter(({ browserWindow }) => !browserWindow.isDestroyed())
    this.keep(open)
    this.#isEnding = true
    for (const window of open) window.letGo()
  }

  /** Resolves to true if the pages may end. Asks the person once for all pages that would lose something. */
  async mayLeave(leaving: Leaving): Promise<boolean> {
    const losing = this.all.filter(({ lostFileCount }) => lostFileCount > 0)
    const [first] = losing
    if (first === undefined) return true
    if (this.#isAsking) return false
    this.#isAsking = true
    first.focus()
    const fileCount = losing.reduce((sum, { lostFileCount }) => sum + lostFileCount, 0)
    const { response } = await dialog.showMessageBox(first.browserWindow, leaveQuestion(leaving, fileCount))
    this.#isAsking = false
    return response === leaveButton
  }

  /** Brings the tool of this name to the front, or opens it; there is at most one per name. */
  showTool(name: string, create: (onClosed: () => void) => Tool): void {
    const known = this.#toolsByName.get(name)
    if (known !== undefined) return known.focus()
    const tool: Tool = create(() => {
      if (this.#toolsByName.get(name) === tool) this.#toolsByName.delete(name)
    })
    this.#toolsByName.set(name, tool)
  }

  closeTool(name: string): void {
    const tool = this.#toolsByName.get(name)
    // A window takes a moment to close, and a tool of this name may be opened again at once.
    this.#toolsByName.delete(name)
    tool?.close()
  }

  of(contents: WebContents): AppWindow | null {
    return this.all.find(({ browserWindow }) => browserWindow.webContents === contents) ?? null
  }

  /** Returns true if this was the page of a window that has been closed. */
  wasOf(contents: WebContents): boolean {
    return this.#closed.has(contents)
  }

  /** Returns what the navigation guards need to know about a page's window; null if it has none. */
  guardedOf(contents: WebContents): GuardedWindow | null {
    const tool = [...this.#toolsByName.values()].find((each) => each.contents === contents)
    return tool ?? this.of(contents)
  }

  #create(
    open: OpenProfile | null,
    given: Pick<AppWindowOptions, 'place' | 'kept' | 'path' | 'withSplash'>,
  ): AppWindow {
    const { log, events } = this.#options
    const window = new AppWindow({
      ...given,
      withSplash: given.withSplash && open !== null,
      session: open?.session ?? shellSession(),
      preloadPath: open?.preloadPath ?? null,
      isTeam: open?.profile.kind === 'team',
      log,
      ...events,
      onFocused: (focused) => {
        this.#usedLast = focused
      },
      onClosing: (closing) => this.#keepWithout(closing),
      onClosed: (closed) => {
        this.#statePaths.delete(closed)
        this.#closed.add(webContents)
        events.onClosed(closed)
      },
    })
    // Read now, because Electron gives no contents for a closed window.
    const { webContents } = window.browserWindow
    this.#statePaths.set(window, this.#statePathOf(open))
    // At the end of a session Windows ends the app without a quit.
    window.browserWindow.on('session-end', () => this.keepForNextStart())
    return window
  }

  /**
   * Stores the state without the window that is closing. The last window of a profile is stored, so that it comes back.
   */
  #keepWithout(closing: AppWindow): void {
    if (this.#isEnding) return
    const path = this.#statePaths.get(closing)
    const others = this.all.filter((each) => each !== closing && this.#statePaths.get(each) === path)
    this.keep(others.length === 0 ? [closing] : others)
  }

  /** Writes the state file. A failure only costs convenience. */
  #write(path: string, windows: readonly AppWindow[]): void {
    try {
      writeFileAtomic(path, JSON.stringify(windows.map(({ state }) => state)))
    } catch (thrown) {
      this.#options.log.info({ err: thrown }, 'The places of windows were not kept.')
    }
  }

  #statePathOf(open: OpenProfile | null): string {
    return join(open?.folder ?? this.#options.userData, 'window-state.json')
  }
}

/** Returns the work areas of all screens, the main screen first. */
function workAreas(): readonly Bounds[] {
  return [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
}

/** Returns an in-memory session: shell pages store nothing. */
function shellSession(): Session {
  const own = session.fromPartition('shell')
  setupSession(own, () => false)
  return own
}
