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
  /** Other windows are there, or they show something else. */
  readonly onReplaced: () => void
}

/** Keeps the content of the app's windows: the profile in use from its server, or a page of the shell that says why not. */
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

  /** Opens one more; the first ones as they were left. path: of the page that one more shows. */
  open(path = '/'): void {
    const { open } = this.#profile
    if (open === null) return this.openShell()
    const isFirst = this.#windows.all.length === 0 || this.#profile.isSwitching
    // A page may ask for more as often as it likes.
    if (!isFirst && this.#windows.all.length >= mostWindows) return
    const page = open.local === null ? null : serverPage(open.local.server.state, open.local.dataFolder)
    for (const window of isFirst ? this.#windows.openKept(open) : [this.#windows.open(open, false, path)]) {
      if (open.origin !== null) window.showApp(open.origin)
      else if (page !== null) window.showPage(page)
    }
  }

  /** Opens one without a profile. page: by default the choice of where to work, or why the profiles cannot be read. */
  openShell(page?: ShellPage): void {
    const error = this.#profile.listError
    this.#windows.open(null, true).showPage(page ?? (error === null ? firstRunPage() : profilesPage(error)))
  }

  /** Asks where to work next, in a window beside the others. */
  addProfile(): void {
    this.#windows.open(null, false).showPage(addProfilePage())
  }

  /** Opens the new ones before the old ones go: an app without a window ends. */
  replace(open: () => void): void {
    const earlier = this.#windows.all
    this.#windows.keep(earlier)
    open()
    this.#profile.open?.local?.server.start()
    for (const window of earlier) window.browserWindow.destroy()
    this.#onReplaced()
  }

  /** The server of the profile in use has become so. */
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

  /** note: of what was done about it. */
  showLoadFailure(failure: LoadFailure, window: AppWindow, note?: string): void {
    const { open, isTeam } = this.#profile
    const origin = window.ownOrigin ?? (isTeam ? open?.origin : undefined)
    // Ours is being started again, or says itself what is wrong.
    if (!origin || (open?.local && open.origin === null)) return
    this.#log.error({ failure }, 'A page did not load.')
    window.showPage(unreachablePage(origin, failure, isTeam, note))
  }
}
