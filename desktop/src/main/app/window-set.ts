import { join } from 'node:path'
import { dialog, screen, session, type Session, type WebContents } from 'electron'
import { writeFileAtomic } from '../atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { OpenProfile } from '../profiles/open-profile'
import { setupSession, type GuardedWindow } from '../security/secure-session'
import { AppWindow, type AppWindowOptions } from '../windows/app-window'
import { leaveButton, leaveQuestion, type Leaving } from '../windows/leave-question'
import { besides, placeWindow, placeWindows, readWindowStates, type Bounds } from '../windows/window-state'

/** A window or view beside those of the app, which shows a page of the shell and closes itself. */
export interface Tool extends GuardedWindow {
  readonly contents: WebContents
  focus(): void
  close(): void
}

type WindowEvents = Pick<
  AppWindowOptions,
  'onAction' | 'onLoadFailed' | 'onChanged' | 'onPageLeft' | 'onRunningChanged' | 'onClosed' | 'onOpenBeside'
>

interface WindowSetOptions {
  /** The folder that keeps the bounds of windows without a profile. */
  readonly userData: string
  readonly log: Logger
  readonly events: WindowEvents
}

/** The windows that are open. */
export class WindowSet {
  /** In the order they were opened in, each with where its state is kept. */
  readonly #statePaths = new Map<AppWindow, string>()
  readonly #toolsByName = new Map<string, Tool>()
  /** Pages of closed windows; a page lives a moment longer than its window. */
  readonly #closed = new WeakSet<WebContents>()
  readonly #options: WindowSetOptions
  #isEnding = false
  #isAsking = false
  #usedLast: AppWindow | null = null

  constructor(options: WindowSetOptions) {
    this.#options = options
  }

  /** Those of the app, the one that was used last first, also while another program or a tool is in front. */
  get all(): readonly AppWindow[] {
    return [...this.#statePaths.keys()]
      .filter(({ browserWindow }) => !browserWindow.isDestroyed())
      .sort((a, b) => Number(b === this.#usedLast) - Number(a === this.#usedLast))
  }

  get front(): AppWindow | null {
    return this.all[0] ?? null
  }

  /**
   * Opens one, still empty. open: null for one that shows pages of the shell alone. isFirst: it shows that the app starts;
   * else it opens beside those that are there. path: of the page it will show.
   */
  open(open: OpenProfile | null, isFirst: boolean, path = '/'): AppWindow {
    const [kept] = readWindowStates(this.#statePathOf(open))
    const place = besides(placeWindow(kept?.bounds ?? null, workAreas()), isFirst ? 0 : this.#statePaths.size)
    return this.#create(open, { place, kept: kept ?? null, path, withSplash: isFirst })
  }

  /** Opens those that a profile was left with, still empty; one when it was left with none. */
  openKept(open: OpenProfile): readonly AppWindow[] {
    const states = readWindowStates(this.#statePathOf(open))
    if (states.length === 0) return [this.open(open, true)]
    const places = placeWindows(states, workAreas())
    return states.flatMap((kept, at) => {
      const place = places[at]
      return place === undefined ? [] : [this.#create(open, { place, kept, path: kept.path, withSplash: at === 0 })]
    })
  }

  /** Keeps where they are and what they show, so that they open so again; they may be closed after that. */
  keep(windows: readonly AppWindow[]): void {
    const byPath = new Map<string, AppWindow[]>()
    for (const window of windows) {
      const path = this.#statePaths.get(window)
      if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), window])
    }
    for (const [path, those] of byPath) this.#write(path, those)
  }

  /** As `keep`, of all; whatever closes from now on is closed by the end of the app. */
  keepForNextStart(): void {
    const open = [...this.#statePaths.keys()].filter(({ browserWindow }) => !browserWindow.isDestroyed())
    this.keep(open)
    this.#isEnding = true
    for (const window of open) window.letGo()
  }

  /** True if the pages may end: asks the person where one would lose something, once for all of them. */
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

  /** Brings the tool of a name to the front, or opens it; there is one of each. */
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
    // Windows take a moment to close, and the next one of this name may be opened at once.
    this.#toolsByName.delete(name)
    tool?.close()
  }

  of(contents: WebContents): AppWindow | null {
    return this.all.find(({ browserWindow }) => browserWindow.webContents === contents) ?? null
  }

  /** True if it was the page of a window that was closed. */
  wasOf(contents: WebContents): boolean {
    return this.#closed.has(contents)
  }

  /** The facts about a page that the guards ask for. */
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
    // Of a window that was closed Electron gives none.
    const { webContents } = window.browserWindow
    this.#statePaths.set(window, this.#statePathOf(open))
    // Windows ends the app then without a quit.
    window.browserWindow.on('session-end', () => this.keepForNextStart())
    return window
  }

  /** Somebody closes one of several, which does not come back, or the last, which does. */
  #keepWithout(closing: AppWindow): void {
    if (this.#isEnding) return
    const path = this.#statePaths.get(closing)
    const others = this.all.filter((each) => each !== closing && this.#statePaths.get(each) === path)
    this.keep(others.length === 0 ? [closing] : others)
  }

  /** A full disk only costs the convenience. */
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

/** The main screen's first. */
function workAreas(): readonly Bounds[] {
  return [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
}

/** In memory: pages of the shell keep nothing. */
function shellSession(): Session {
  const own = session.fromPartition('shell')
  setupSession(own, () => false)
  return own
}
