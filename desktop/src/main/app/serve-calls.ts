import { nativeTheme, Notification } from 'electron'
import type { DesktopSettings } from '@tidemark/shared/ipc/desktop-calls'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { OpenedFiles } from '../intents/opened-files'
import { handle, type CallRules } from '../ipc/handle'
import type { MainReporting } from '../observability'
import type { PageLog } from '../page-log'
import type { PendingMirror } from '../pending-mirror'
import type { PreferenceStore } from '../preferences'
import type { SecretProtection } from '../profiles/profile-secret'
import type { Updater } from '../updates/updater'
import type { AppWindow } from '../windows/app-window'

interface Served {
  readonly rules: CallRules
  readonly openedFiles: OpenedFiles
  readonly preferences: PreferenceStore
  readonly updater: () => Updater | null
  readonly mirror: () => PendingMirror | null
  readonly windows: () => readonly AppWindow[]
  readonly reportProblem: () => void
  readonly reporting: MainReporting
  readonly pageLog: PageLog
  /** Stores the choice; resolves once the person has agreed to leave the pages or chosen to stay. */
  readonly allowReporting: (isAllowed: boolean) => Promise<void>
  readonly protection: () => SecretProtection
  readonly openSettings: () => void
  readonly settingsChanged: () => void
}

/** Answers all calls that pages may make to the desktop app. */
export function serveCalls(served: Served): void {
  const { rules, openedFiles, preferences, updater, mirror, windows, reportProblem, reporting } = served

  handle(rules, 'page-ready', (_args, window) => {
    window.isListening = true
    const current = updater()
    if (current !== null) window.send('update-state', current.state)
  })
  handle(rules, 'read-opened-file', ({ id, offset }) => openedFiles.read(id, offset))
  handle(rules, 'set-commands', ({ commands }, window) => {
    window.commands = commands
  })
  handle(rules, 'keep-pending', ({ databaseName, clientId, pending }, window) =>
    mustGetMirror().keep(originOf(window), databaseName, clientId, pending),
  )
  handle(rules, 'read-pending', ({ databaseName }, window) => mustGetMirror().read(originOf(window), databaseName))
  handle(rules, 'forget-pending', ({ databaseName }, window) => mustGetMirror().forget(originOf(window), databaseName))
  handle(rules, 'show-progress', ({ fraction, count }, window) => window.showProgress(fraction, count))
  handle(rules, 'tell-losses', ({ fileCount }, window) => {
    window.lostFileCount = fileCount
  })
  handle(rules, 'notify', ({ title, body, path }, window) => {
    const isSeen = windows().some(({ browserWindow }) => browserWindow.isFocused())
    if (isSeen || !Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', () => {
      if (window.browserWindow.isDestroyed()) return
      window.focus()
      window.send('open-intent', { kind: 'go', path })
    })
    notification.show()
  })
  handle(rules, 'set-theme', ({ theme }) => {
    nativeTheme.themeSource = theme
    preferences.change({ theme })
  })
  handle(rules, 'check-for-updates', () => updater()?.check())
  handle(rules, 'load-update', () => updater()?.load())
  handle(rules, 'restart-to-update', () => updater()?.restart())
  handle(rules, 'read-settings', (): DesktopSettings => ({
    updates: preferences.current.updates,
    update: updater()?.state ?? { kind: 'idle' },
    protection: served.protection(),
  }))
  handle(rules, 'choose-updates', (updates) => {
    preferences.change({ updates })
    served.settingsChanged()
  })
  handle(rules, 'open-settings', () => served.openSettings())
  handle(rules, 'report-problem', () => reportProblem())
  handle(rules, 'write-log', (line) => served.pageLog.write(line))
  handle(rules, 'tell-context', ({ context }, window) => reporting.tellContext(window, context))
  handle(rules, 'read-reporting', () => ({
    isAllowed: preferences.current.isReportingAllowed,
    isActive: reporting.isActive,
  }))
  handle(rules, 'allow-reporting', ({ isAllowed }) => served.allowReporting(isAllowed))

  function mustGetMirror(): PendingMirror {
    const found = mirror()
    if (found === null) throw new TidemarkError('ipc-refused', { detail: 'There is no profile of this computer.' })
    return found
  }
}

function originOf({ ownOrigin }: AppWindow): string {
  if (ownOrigin === null) throw new TidemarkError('ipc-refused', { detail: 'The window shows no server.' })
  return ownOrigin
}
