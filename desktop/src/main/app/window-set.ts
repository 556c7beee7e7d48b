import { join } from 'node:path'
import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import type { Log } from '../log'
import type { OpenProfile } from '../profiles/open-profile'
import { setupSession, type GuardedWindow } from '../security/secure-session'
import { AppWindow, type AppWindowOptions } from '../windows/app-window'

/** A window or view beside those of the app, which shows a page of the shell and closes itself. */
export interface Tool extends GuardedWindow {
  readonly contents: WebContents
  focus(): void
  close(): void
}

type WindowEvents = Pick<AppWindowOptions, 'onAction' | 'onLoadFailed' | 'onChanged' | 'onClosed'>

interface WindowSetOptions {
  /** Where the place of windows without a profile is kept. */
  readonly userData: string
  readonly log: Log
  readonly events: WindowEvents
}

/** The windows that are open. */
export class WindowSet {
  readonly #windows = new Set<AppWindow>()
  readonly #toolsByName = new Map<string, Tool>()
  readonly #options: WindowSetOptions

  constructor(options: WindowSetOptions) {
    this.#options = options
  }

  /** Those of the app, the focused one first. */
  get all(): readonly AppWindow[] {
    const focused = BrowserWindow.getFocusedWindow()
    return [...this.#windows]
      .filter(({ browserWindow }) => !browserWindow.isDestroyed())
      .sort((a, b) => Number(b.browserWindow === focused) - Number(a.browserWindow === focused))
  }

  get front(): AppWindow | null {
    return this.all[0] ?? null
  }

  /** Opens one, still empty. open: null for one that shows pages of the shell alone. isFirst: it shows that the app starts. */
  open(open: OpenProfile | null, isFirst: boolean): AppWindow {
    const { userData, log, events } = this.#options
    const window = new AppWindow({
      session: open?.session ?? shellSession(),
      preloadPath: open?.preloadPath ?? null,
      statePath: join(open?.folder ?? userData, 'window-state.json'),
      offset: isFirst ? 0 : this.#windows.size,
      withSplash: isFirst && open !== null,
      log,
      ...events,
      onClosed: (closed) => {
        this.#windows.delete(closed)
        events.onClosed(closed)
      },
    })
    this.#windows.add(window)
    return window
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

  /** What the guards ask about a page. */
  guardedOf(contents: WebContents): GuardedWindow | null {
    const tool = [...this.#toolsByName.values()].find((each) => each.contents === contents)
    return tool ?? this.of(contents)
  }
}

/** In memory: pages of the shell keep nothing. */
function shellSession(): Session {
  const own = session.fromPartition('shell')
  setupSession(own, () => false)
  return own
}
