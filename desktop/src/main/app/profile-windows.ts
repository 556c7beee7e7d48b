import type { Logger } from '@tidemark/shared/observability/logger'
import type { ServerState } from '../server/local-server'
import type { AppWindow } from '../windows/app-window'
import type { LoadFailure } from '../windows/load-failure'
import type { ShellPage } from '../windows/shell-page'
import { addProfilePage, firstRunPage, profilesPage, serverPage, unreachablePage } from '../windows/shell-pages'
import { mostWindows } from '../windows/window-state'
import type { ProfileInUse } from './profile-in-use'
import type { WindowSet } from './window-set'

interface ProfileWindowsOptions {
  readonly windows: WindowSet
  readonly profile: ProfileInUse
  readonly log: Logger
  /** Called when the windows were replaced or show other content. */
  readonly onReplaced: () => void
}

/**
 * Keeps the content of the app's windows: pages of the profile in use, or a shell page that says why there are none.
 */
export class ProfileWindows {
  readonly #windows: WindowSet
  readonly #profile: ProfileInUse
  readonly #log: Logger
  readonly #onReplaced: () => void

  constructor({ windows, profile, log, onReplaced }: ProfileWindowsOptions) {
    this.#windows = windows
    this.#profile = profile
    this.#log = log
    this.#onReplaced = onReplaced
  }

  /**
   * Opens one more window; if none is open, restores those of the last time. path: of the page an additional window
   * shows.
   */
  open(path = '/'): void {
    const { open } = this.#profile
    if (open === null) return this.openShell()
    const isFirst = this.#windows.all.length === 0 || this.#profile.isSwitching
    // A page may ask for any number of windows.
    if (!isFirst && this.#windows.all.length >= mostWindows) return
    const page = open.local === null ? null : serverPage(open.local.server.state, open.local.dataFolder)
    for (const window of isFirst ? this.#windows.openKept(open) : [this.#windows.open(open, false, path)]) {
      if (open.origin !== null) window.showApp(open.origin)
      else if (page !== null) window.showPage(page)
    }
  }

  /**
   * Opens a window without a profile. page: by default the choice of where to work, or why the profiles cannot be read.
   */
  openShell(page?: ShellPage): void {
    const error = this.#profile.listError
    this.#windows.open(null, true).showPage(page ?? (error === null ? firstRunPage() : profilesPage(error)))
  }

  /** Asks where to work next, in an additional window. */
  addProfile(): void {
    this.#windows.open(null, false).showPage(addProfilePage())
  }

  /** Opens the new windows before the old ones close, because an app without a window ends. */
  replace(open: () => void): void {
    const earlier = this.#windows.all
    this.#windows.keep(earlier)
    open()
    this.#profile.open?.local?.server.start()
    for (const window of earlier) window.browserWindow.destroy()
    this.#onReplaced()
  }

  /** Shows a new state of the profile's server in all windows of the profile. */
  showServer(state: ServerState): void {
    const local = this.#profile.open?.local
    if (this.#profile.isSwitching || !local) return
    const page = serverPage(state, local.dataFolder)
    for (const window of this.#windows.all.filter(({ isOfProfile }) => isOfProfile)) {
      if (state.kind === 'ready' && window.ownOrigin !== state.origin) window.showApp(state.origin)
      else if (page !== null) window.showPage(page)
    }
    this.#onReplaced()
  }

  /** Shows why a page did not load. note: a sentence on what was done about it. */
  showLoadFailure(failure: LoadFailure, window: AppWindow, note?: string): void {
    const { open, isTeam } = this.#profile
    const origin = window.ownOrigin ?? (isTeam ? open?.origin : undefined)
    // This computer's server is being restarted, or reports itself what is wrong.
    if (!origin || (open?.local && open.origin === null)) return
    this.#log.error({ failure }, 'A page did not load.')
    window.showPage(unreachablePage(origin, failure, isTeam, note))
  }
}
