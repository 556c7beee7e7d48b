import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, clipboard, dialog, Menu, nativeTheme, session, shell, type WebContents } from 'electron'
import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import { installFolder } from '../app-paths'
import { collectReport } from '../diagnostics/collect-report'
import { ReportWindow } from '../diagnostics/report-window'
import type { IntentQueue } from '../intents/intent-queue'
import { dataFileEndings, type OpenIntent } from '../intents/open-intent'
import { createOpenedFiles } from '../intents/opened-files'
import { openLog } from '../log'
import { menuTemplate, type MenuActions } from '../menu/menu-template'
import { createMainReporting, logUncaughtErrors } from '../observability'
import { readDesktopReporting } from '../observability-settings'
import { openPreferences } from '../preferences'
import { openLocalProfile, openTeamProfile, type OpenProfile } from '../profiles/open-profile'
import { parseTeamOrigin, type Profile, type ProfileId } from '../profiles/profile'
import { openProfileStore, type ProfileStore } from '../profiles/profile-store'
import { setupNavigation, setupSession, type GuardedWindow } from '../security/secure-session'
import type { ServerState } from '../server/local-server'
import { openUpdater, type Updater } from '../updates/updater'
import { AppWindow } from '../windows/app-window'
import { FindBar } from '../windows/find-bar'
import type { ShellPage } from '../windows/shell-page'
import { firstRunPage, profilesPage, serverPage, unreachablePage } from '../windows/shell-pages'
import { createIntentDelivery } from './open-intents'
import { serveCalls } from './serve-calls'

/** The desktop app: one profile in use, its windows, and what the system asks of them. */
export class DesktopApp {
  readonly #userData = app.getPath('userData')
  readonly #logFolder = join(this.#userData, 'logs')
  readonly #log = openLog(this.#logFolder, 'main')
  readonly #serverLog = openLog(this.#logFolder, 'server')
  readonly #preferences = openPreferences(this.#userData, this.#log)
  readonly #reporting = createMainReporting(this.#userData, this.#log)
  readonly #openedFiles = createOpenedFiles()
  readonly #windows = new Set<AppWindow>()
  readonly #otherWindows = new Set<ReportWindow | FindBar>()
  readonly #delivery = createIntentDelivery({
    openedFiles: this.#openedFiles,
    listeningWindow: () => this.#inFront().find(({ isListening }) => isListening) ?? null,
    isTeam: () => this.#isTeam(),
    connect: (origin) => void this.#connect(origin),
    workHere: () => void this.#workHere(),
  })
  #profiles: ProfileStore | null = null
  #profilesError: TidemarkError | null = null
  #open: OpenProfile | null = null
  #updater: Updater | null = null
  #isSwitching = false
  #quitting: 'no' | 'closing' | 'closed' = 'no'

  /** Called once Electron is ready. intents: what was asked for until now, and from now on. */
  async start(intents: IntentQueue<OpenIntent>): Promise<void> {
    this.#log.info('Tidemark starts.', { version: app.getVersion(), isDesktopApp: true, platform: process.platform })
    logUncaughtErrors(this.#log)
    await this.#applyReporting()
    nativeTheme.themeSource = this.#preferences.current.theme
    this.#listen()
    this.#updater = await openUpdater({
      channel: this.#preferences.current.updateChannel,
      log: this.#log,
      onState: (state) => this.#onUpdate(state),
      closeAll: async () => {
        await this.#closeAll()
        this.#quitting = 'closed'
      },
    })
    try {
      this.#profiles = openProfileStore(this.#userData, new Date())
    } catch (thrown) {
      this.#profilesError = toTidemarkError(thrown)
    }
    const active = this.#profiles?.active ?? null
    if (active === null) this.#openShellWindow()
    else await this.#openProfile(active)
    this.#refreshMenu()
    const notice = this.#profiles?.notice ?? null
    if (notice !== null) void dialog.showMessageBox({ type: 'warning', message: notice, buttons: ['Close'] })
    intents.setTaker((intent) => this.#delivery.take(intent))
  }

  /** Brings a window to the front, or opens one. */
  focus(): void {
    const [first] = this.#inFront()
    if (first === undefined) this.#openWindow()
    else first.focus()
  }

  #listen(): void {
    setupNavigation((contents) => this.#guardedWindowOf(contents))
    serveCalls({
      rules: {
        windowOf: (contents) => this.#windowOf(contents),
        isTeam: () => this.#isTeam(),
        log: this.#log,
      },
      openedFiles: this.#openedFiles,
      preferences: this.#preferences,
      updater: () => this.#updater,
      mirror: () => this.#open?.local?.mirror ?? null,
      windows: () => [...this.#windows],
      reportProblem: () => this.#reportProblem(),
      reporting: this.#reporting,
      allowReporting: (isAllowed) => void this.#allowReporting(isAllowed),
    })
    app.on('activate', () => this.focus())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin' && !this.#isSwitching) app.quit()
    })
    app.on('certificate-error', (event, _contents, url, error, _certificate, answer) => {
      event.preventDefault()
      this.#log.error('A certificate was refused.', { host: URL.canParse(url) ? new URL(url).host : '', error })
      answer(false)
    })
    app.on('child-process-gone', (_event, { type, reason, name }) => {
      if (reason !== 'clean-exit') this.#log.error('A process ended.', { type, reason, name })
    })
    app.on('before-quit', (event) => {
      if (this.#quitting === 'closed') return
      event.preventDefault()
      if (this.#quitting === 'closing') return
      void this.#closeAll().then(() => {
        this.#quitting = 'closed'
        app.quit()
      })
    })
  }

  async #applyReporting(): Promise<void> {
    const sources = { env: process.env, installFolder: installFolder(), version: app.getVersion() }
    await this.#reporting.apply(readDesktopReporting(sources, this.#preferences.current.isReportingAllowed))
  }

  /** The profile is opened anew: its server reads the choice when it starts, its windows when they load. */
  async #allowReporting(isAllowed: boolean): Promise<void> {
    if (isAllowed === this.#preferences.current.isReportingAllowed) return
    this.#preferences.change({ isReportingAllowed: isAllowed })
    await this.#applyReporting()
    if (this.#open !== null) await this.#openProfile(this.#open.profile)
  }

  /** Windows are hidden first and live on: what they hold is sent or kept while the server finishes. */
  async #closeAll(): Promise<void> {
    this.#quitting = 'closing'
    for (const window of this.#windows) {
      window.saveState()
      if (!window.browserWindow.isDestroyed()) window.browserWindow.hide()
    }
    await this.#open?.close()
    this.#log.info('Tidemark ends.')
  }

  async #openProfile(profile: Profile): Promise<void> {
    this.#isSwitching = true
    this.#reporting.forgetContext()
    const earlier = [...this.#windows]
    try {
      await this.#open?.close()
      this.#open = null
      const folder = this.#mustGetProfiles().folderOf(profile.id)
      const onState = (state: ServerState) => this.#onServerState(state)
      const { isReportingAllowed } = this.#preferences.current
      const logs = { log: this.#log, serverLog: this.#serverLog }
      this.#open =
        profile.kind === 'team'
          ? openTeamProfile(profile, folder)
          : await openLocalProfile(profile, { folder, onState, isReportingAllowed, ...logs })
      this.#openWindow()
      this.#open.local?.server.start()
    } catch (thrown) {
      this.#log.error('The profile was not opened.', thrown)
      this.#openShellWindow(profilesPage(toTidemarkError(thrown)))
    } finally {
      for (const window of earlier) window.browserWindow.destroy()
      this.#isSwitching = false
      this.#refreshMenu()
    }
  }

  #onServerState(state: ServerState): void {
    this.#log.info('The server', {
      state: state.kind,
      ...(state.kind === 'failed' ? { error: state.error.toBody() } : {}),
    })
    if (this.#quitting !== 'no' || this.#isSwitching) return
    const page = serverPage(state)
    for (const window of this.#windows) {
      if (state.kind === 'ready' && window.ownOrigin !== state.origin) window.showApp(state.origin)
      else if (page !== null) window.showPage(page)
    }
    this.#refreshMenu()
  }

  #openWindow(path?: string): void {
    const open = this.#open
    if (open === null) return this.#openShellWindow()
    const isFirst = this.#windows.size === 0 || this.#isSwitching
    const window = this.#createWindow(open, isFirst)
    const page = open.local === null ? null : serverPage(open.local.server.state)
    if (open.origin !== null) window.showApp(open.origin, path)
    else if (page !== null) window.showPage(page)
  }

  #createWindow(open: OpenProfile | null, isFirst: boolean): AppWindow {
    const window = new AppWindow({
      session: open?.session ?? shellSession(),
      preloadPath: open?.preloadPath ?? null,
      statePath: join(open?.folder ?? this.#userData, 'window-state.json'),
      offset: isFirst ? 0 : this.#windows.size,
      withSplash: isFirst && open !== null,
      log: this.#log,
      onAction: (action, params, from) => void this.#act(action, params, from),
      onLoadFailed: (reason, from) => this.#onLoadFailed(reason, from),
      onChanged: () => {
        this.#delivery.retry()
        this.#refreshMenu()
      },
      onClosed: (closed) => {
        this.#windows.delete(closed)
        this.#delivery.retry()
      },
    })
    this.#windows.add(window)
    return window
  }

  #openShellWindow(page?: ShellPage): void {
    const error = this.#profilesError
    this.#createWindow(null, true).showPage(page ?? (error === null ? firstRunPage() : profilesPage(error)))
  }

  #onLoadFailed(reason: string, window: AppWindow): void {
    const origin = window.ownOrigin
    // Ours is being started again, or says itself what is wrong.
    if (origin === null || (this.#open?.local && this.#open.origin === null)) return
    this.#log.error('A page did not load.', { reason })
    window.showPage(unreachablePage(origin, `${reason}.`, this.#isTeam()))
  }

  async #act(action: string, params: URLSearchParams, window: AppWindow): Promise<void> {
    const open = this.#open
    switch (action) {
      case 'work-here':
        return this.#workHere()
      case 'connect': {
        const typed = params.get('value') ?? ''
        const origin = parseTeamOrigin(typed)
        if (origin !== null) return this.#connect(origin)
        return window.showPage(firstRunPage(typed, 'Enter the https:// address of your team’s server.'))
      }
      case 'retry':
        if (open?.local && open.origin === null) return open.local.server.start()
        return open?.origin ? window.showApp(open.origin) : undefined
      case 'other-port':
        return open?.local?.server.start(0)
      case 'restart':
        app.relaunch()
        return app.quit()
      case 'open-logs':
        return this.#openLogs()
      case 'copy-report': {
        await clipboard.writeText(
          this.#report()
            .map(({ name, text }) => `--- ${name}\n${text}`)
            .join('\n'),
        )
        const page = open?.local ? serverPage(open.local.server.state, 'The report is on the clipboard.') : null
        return page === null ? undefined : window.showPage(page)
      }
      case 'report':
        return this.#reportProblem()
    }
  }

  async #workHere(): Promise<void> {
    await this.#attempt(async (profiles) => {
      const local = profiles.profiles.find(({ kind }) => kind === 'local') ?? profiles.addLocal('This computer')
      profiles.activate(local.id)
      await this.#openProfile(local)
    })
  }

  async #connect(origin: string): Promise<void> {
    await this.#attempt(async (profiles) => this.#openProfile(profiles.addTeam(origin)))
  }

  async #switchProfile(id: ProfileId): Promise<void> {
    await this.#attempt(async (profiles) => {
      const profile = profiles.profiles.find((other) => other.id === id)
      if (profile === undefined || id === this.#open?.profile.id) return
      profiles.activate(id)
      await this.#openProfile(profile)
    })
  }

  /** Does something with the profiles; what fails is told and leaves the present one in use. */
  async #attempt(run: (profiles: ProfileStore) => Promise<void>): Promise<void> {
    try {
      await run(this.#mustGetProfiles())
    } catch (thrown) {
      const { message, detail, hint } = toTidemarkError(thrown)
      this.#log.error('The profiles', thrown)
      await dialog.showMessageBox({
        type: 'error',
        message,
        detail: [detail, hint].filter(Boolean).join(' '),
        buttons: ['Close'],
      })
    }
  }

  #addProfile(): void {
    this.#createWindow(null, false).showPage(firstRunPage())
  }

  async #openFiles(): Promise<void> {
    const { filePaths } = await dialog.showOpenDialog({
      properties: ['openFile', 'multiSelections'],
      filters: [{ name: 'Data', extensions: [...dataFileEndings] }],
    })
    for (const path of filePaths) this.#delivery.take({ kind: 'file', path })
  }

  async #savePdf(): Promise<void> {
    const [window] = this.#inFront()
    if (window === undefined) return
    const { canceled, filePath } = await dialog.showSaveDialog(window.browserWindow, {
      defaultPath: 'dashboard.pdf',
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    })
    if (canceled || filePath === '') return
    try {
      await writeFile(
        filePath,
        await window.browserWindow.webContents.printToPDF({ printBackground: true, landscape: true }),
      )
    } catch (thrown) {
      const detail = thrown instanceof Error ? thrown.message : String(thrown)
      await dialog.showMessageBox({ type: 'error', message: 'The PDF was not saved.', detail, buttons: ['Close'] })
    }
  }

  #find(): void {
    const [window] = this.#inFront()
    if (window === undefined) return
    for (const other of this.#otherWindows) if (other instanceof FindBar) return other.browserWindow.focus()
    this.#otherWindows.add(new FindBar(window.browserWindow, (bar) => this.#otherWindows.delete(bar)))
  }

  #report() {
    const open = this.#open
    return collectReport(
      {
        version: app.getVersion(),
        isDesktopApp: true,
        isPackaged: app.isPackaged,
        platform: `${process.platform} ${process.arch} ${process.getSystemVersion?.() ?? ''}`,
        versions: process.versions,
        profile: open?.profile.kind ?? null,
        secrets: open?.local?.protection ?? null,
        server: describe(open?.local?.server.state ?? null),
        update: this.#updater?.state ?? null,
        windows: this.#windows.size,
      },
      this.#logFolder,
    )
  }

  #reportProblem(): void {
    this.#otherWindows.add(new ReportWindow(this.#report(), this.#log, (closed) => this.#otherWindows.delete(closed)))
  }

  #openLogs(): void {
    void shell.openPath(this.#logFolder)
  }

  async #about(): Promise<void> {
    const isInFile = this.#open?.local?.protection === 'file'
    await dialog.showMessageBox({
      type: 'info',
      message: `Tidemark ${app.getVersion()}`,
      detail: [
        `Electron ${process.versions['electron'] ?? ''}, Chromium ${process.versions['chrome'] ?? ''}`,
        ...(isInFile
          ? [
              'This system offers no keychain: saved database passwords are protected by the permissions of your data folder alone.',
            ]
          : []),
      ].join('\n'),
      buttons: ['Close'],
    })
  }

  #onUpdate(state: UpdateState): void {
    for (const window of this.#windows) window.send('update-state', state)
    this.#refreshMenu()
  }

  #refreshMenu(): void {
    const [front] = this.#inFront()
    const actions: MenuActions = {
      runCommand: (id) => this.#inFront()[0]?.send('run-command', { id }),
      newWindow: () => this.#openWindow(),
      openFiles: () => void this.#openFiles(),
      print: () => this.#inFront()[0]?.browserWindow.webContents.print(),
      savePdf: () => void this.#savePdf(),
      find: () => this.#find(),
      switchProfile: (id) => void this.#switchProfile(id),
      addProfile: () => this.#addProfile(),
      checkForUpdates: () => void this.#updater?.check(),
      restartToUpdate: () => void this.#updater?.restart(),
      openLogs: () => this.#openLogs(),
      reportProblem: () => this.#reportProblem(),
      about: () => void this.#about(),
    }
    const template = menuTemplate(
      {
        isMac: process.platform === 'darwin',
        commands: front?.commands ?? [],
        profiles: this.#profiles?.profiles ?? [],
        activeId: this.#open?.profile.id ?? null,
        update: this.#updater?.state ?? { kind: 'idle' },
        canOpenFiles: this.#open?.local != null,
      },
      actions,
    )
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  #isTeam(): boolean {
    return this.#open?.profile.kind === 'team'
  }

  /** The windows, the focused one first. */
  #inFront(): readonly AppWindow[] {
    const focused = BrowserWindow.getFocusedWindow()
    return [...this.#windows]
      .filter(({ browserWindow }) => !browserWindow.isDestroyed())
      .sort((a, b) => Number(b.browserWindow === focused) - Number(a.browserWindow === focused))
  }

  #windowOf(contents: WebContents): AppWindow | null {
    return this.#inFront().find(({ browserWindow }) => browserWindow.webContents === contents) ?? null
  }

  #guardedWindowOf(contents: WebContents): GuardedWindow | null {
    const other = [...this.#otherWindows].find(
      ({ browserWindow }) => !browserWindow.isDestroyed() && browserWindow.webContents === contents,
    )
    return other ?? this.#windowOf(contents)
  }

  #mustGetProfiles(): ProfileStore {
    if (this.#profiles === null) throw this.#profilesError ?? new Error('the profiles are not open')
    return this.#profiles
  }
}

/** In memory: pages of the shell keep nothing. */
function shellSession(): Electron.Session {
  const own = session.fromPartition('shell')
  setupSession(own, () => false)
  return own
}

function describe(state: ServerState | null): unknown {
  return state?.kind === 'failed' ? { kind: state.kind, error: state.error.toBody() } : state
}
