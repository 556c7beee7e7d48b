import { clipboard } from 'electron'
import type { ReportFile } from '../diagnostics/collect-report'
import type { AuthorityStore } from '../network/authority-store'
import { parseTeamOrigin } from '../profiles/profile'
import type { LocalServer } from '../server/local-server'
import type { AppWindow } from '../windows/app-window'
import type { LoadFailure } from '../windows/load-failure'
import { chooseAuthority } from '../windows/settings-window'
import { addProfilePage, firstRunPage, serverPage, splashPage } from '../windows/shell-pages'
import type { ProfileInUse } from './profile-in-use'

interface ShellActionParts {
  readonly profile: ProfileInUse
  readonly authorities: AuthorityStore
  readonly reportFiles: () => readonly ReportFile[]
  readonly reportProblem: () => void
  readonly openLogs: () => void
  readonly openSettings: () => void
  /** Quits and relaunches Tidemark, unless the person stays. */
  readonly restart: () => Promise<void>
  readonly onLoadFailed: (failure: LoadFailure, window: AppWindow, note?: string) => void
}

/** Handles the buttons of shell pages in app windows by the name in their address; ignores unknown names. */
export function createShellActions(parts: ShellActionParts) {
  const { profile, authorities, reportFiles, reportProblem, openLogs, openSettings, restart, onLoadFailed } = parts

  async function act(action: string, params: URLSearchParams, window: AppWindow): Promise<void> {
    const { open } = profile
    switch (action) {
      case 'work-here':
        return void (await profile.workHere())
      case 'add-local':
        return profile.addHere()
      case 'connect':
      case 'add-team': {
        const typed = params.get('value') ?? ''
        const origin = parseTeamOrigin(typed)
        if (origin !== null) return profile.connect(origin)
        const ask = action === 'connect' ? firstRunPage : addProfilePage
        return window.showPage(ask(typed, 'Enter the https:// address of your team’s server.'))
      }
      case 'home':
        window.forgetPath()
        return act('retry', params, window)
      case 'retry':
        if (open?.local && open.origin === null) return startServer(open.local.server, window)
        return open?.origin ? window.showApp(open.origin) : undefined
      case 'other-port':
        return open?.local ? startServer(open.local.server, window, 0) : undefined
      case 'restart':
        return restart()
      case 'without-keychain':
        return profile.openWithoutKeychain()
      case 'choose-authority': {
        const outcome = await chooseAuthority(window.browserWindow, authorities)
        // Electron caches its verdict on a certificate until it exits.
        if (outcome === 'chosen') return restart()
        const failure: LoadFailure = { code: -202, name: 'ERR_CERT_AUTHORITY_INVALID' }
        return outcome === 'cancelled' ? undefined : onLoadFailed(failure, window, outcome.reason)
      }
      case 'settings':
        return openSettings()
      case 'open-logs':
        return openLogs()
      case 'copy-report': {
        const texts = reportFiles().map(({ name, text }) => `--- ${name}\n${text}`)
        await clipboard.writeText(texts.join('\n'))
        if (!open?.local) return
        const { server, dataFolder } = open.local
        const page = serverPage(server.state, dataFolder, 'The report is on the clipboard.')
        return page === null ? undefined : window.showPage(page)
      }
      case 'report':
        return reportProblem()
    }
  }
  return (action: string, params: URLSearchParams, window: AppWindow): void => void act(action, params, window)
}

/** Starts the server and replaces the page with the splash, so that the button cannot be pressed twice. */
function startServer(server: LocalServer, window: AppWindow, port?: number): void {
  window.showPage(splashPage)
  server.start(port)
}
