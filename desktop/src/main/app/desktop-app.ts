import { join } from 'node:path'
import { app, dialog, nativeTheme, session, shell } from 'electron'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { ReadTrace } from '@tidemark/shared/observability/trace-fields'
import { installFolder } from '../app-paths'
import { collectReport } from '../diagnostics/collect-report'
import { ReportWindow } from '../diagnostics/report-window'
import type { IntentQueue } from '../intents/intent-queue'
import type { OpenIntent } from '../intents/open-intent'
import { createOpenedFiles } from '../intents/opened-files'
import { openLog } from '../desktop-log'
import { createPageLog } from '../page-log'
import { openAuthorityStore } from '../network/authority-store'
import { toProxyConfig } from '../network/network-settings'
import { createMainReporting, logUncaughtErrors } from '../observability'
import { readDesktopReporting } from '../observability-settings'
import { openPreferences } from '../preferences'
import { openLocalProfile, openTeamProfile, type OpenProfile } from '../profiles/open-profile'
import type { Profile } from '../profiles/profile'
import { createBrowserSignIn } from '../security/browser-sign-in'
import { safeOpenExternal, setupNavigation, setupSession } from '../security/secure-session'
import type { ServerState } from '../server/local-server'
import { loadElectronUpdater, whyUnsupported } from '../updates/installed-updater'
import { openUpdater, type Updater } from '../updates/updater'
import { SettingsWindow } from '../windows/settings-window'
import { profilesPage } from '../windows/shell-pages'
import { windowBackground } from '../windows/window-background'
import { showAppMenu } from './app-menu'
import { answerProxies } from './answer-proxies'
import { guardApp } from './guard-app'
import { createIntentDelivery } from './open-intents'
import { problemFacts } from './problem-facts'
import { ProfileInUse } from './profile-in-use'
import { ProfileWindows } from './profile-windows'
import { quitInOrder, type OrderlyQuit } from './quit-in-order'
import { serveCalls } from './serve-calls'
import { createShellActions } from './shell-actions'
import { showContextMenus } from './show-context-menus'
import { relaunch } from './relaunch'
import { WindowSet } from './window-set'

/** The desktop app: the profile in use, its windows and the answers to the system's requests. */
export class DesktopApp {
  readonly #userData = app.getPath('userData')
  readonly #logFolder = join(this.#userData, 'logs')
  /** Reads trace ids for log lines; replaced once error reporting has started. */
  #readTrace: ReadTrace = () => undefined
  readonly #log = openLog(this.#logFolder, 'main', () => this.#readTrace())
  readonly #serverLog = openLog(this.#logFolder, 'server')
  readonly #pageLog = createPageLog(openLog(this.#logFolder, 'renderer'))
  readonly #preferences = openPreferences(this.#userData, this.#log)
  readonly #authorities = openAuthorityStore(this.#userData, this.#log)
  readonly #reporting = createMainReporting(this.#userData, this.#log)
  readonly #openedFiles = createOpenedFiles()
  readonly #browserSignIn = createBrowserSignIn()
  readonly #profile = new ProfileInUse({
    userData: this.#userData,
    log: this.#log,
    open: (profile, folder, isWithoutKeychain) => this.#openProfile(profile, folder, isWithoutKeychain),
    mayLeave: () => this.#windows.mayLeave('switch'),
    onOpened: () => {
      this.#shown.replace(() => this.#shown.open())
      void this.#applyReporting()
    },
    onFailed: (error) => this.#shown.replace(() => this.#shown.openShell(profilesPage(error))),
  })
  readonly #windows = new WindowSet({
    userData: this.#userData,
    log: this.#log,
    events: {
      onAction: createShellActions({
        profile: this.#profile,
        authorities: this.#authorities,
        reportFiles: () => this.#report(),
        reportProblem: () => this.reportProblem(),
        openLogs: () => this.openLogs(),
        openSettings: () => this.openSettings(),
        restart: () => this.#restart(),
        onLoadFailed: (failure, window, note) => this.#shown.showLoadFailure(failure, window, note),
      }),
      onLoadFailed: (failure, window) => this.#shown.showLoadFailure(failure, window),
      onChanged: () => this.#onWindowsChanged(),
      onRunningChanged: () => this.#showBadge(),
      onOpenBeside: (path) => this.openWindow(path),
      onSignIn: (asked) => void safeOpenExternal(this.#browserSignIn.begin(asked)),
      onPageLeft: (window) => this.#reporting.forgetContextOf(window),
      onClosed: () => {
        this.#delivery.retry()
        this.#showBadge()
      },
    },
  })
  readonly #shown = new ProfileWindows({
    windows: this.#windows,
    profile: this.#profile,
    log: this.#log,
    onReplaced: () => this.#showMenu(),
  })
  readonly #delivery = createIntentDelivery({
    openedFiles: this.#openedFiles,
    listeningWindow: () => this.#windows.all.find(({ isListening }) => isListening) ?? null,
    isTeam: () => this.#profile.isTeam,
    connect: (origin) => void this.#profile.connect(origin),
    finishSignIn: (code) => this.#finishSignIn(code),
    workHere: () => this.#profile.workHere(),
  })
  #updater: Updater | null = null
  #quit: OrderlyQuit | null = null
  #badgeCount = 0
  #isStarted = false

  /**
   * Starts the app; called once Electron is ready. intents: everything asked to be opened, before and after the start.
   */
  async start(intents: IntentQueue<OpenIntent>): Promise<void> {
    this.#log.info({ version: app.getVersion(), isDesktopApp: true, platform: process.platform }, 'Tidemark starts.')
    logUncaughtErrors(this.#log)
    this.#readTrace = () => this.#reporting.traceFields()
    await this.#applyReporting()
    nativeTheme.themeSource = this.#preferences.current.theme
    const quit = this.#listen()
    this.#updater = await openUpdater({
      choice: this.#preferences.current.updates,
      log: this.#log,
      onState: (state) => this.#onUpdate(state),
      closeAll: () => quit.closeAll('restart'),
      onNotInstalled: (reason) => void this.#comeBack(reason),
      proxy: toProxyConfig(this.#preferences.current.proxy),
      unsupported: whyUnsupported(),
      loadEngine: loadElectronUpdater,
    })
    this.#profile.readList()
    const { remembered } = this.#profile
    if (remembered !== null) await this.#profile.use(remembered)
    else if (!this.isEnding) this.#shown.openShell()
    if (this.isEnding) return
    this.#isStarted = true
    this.#showMenu()
    const { notice } = this.#profile
    if (notice !== null) void dialog.showMessageBox({ type: 'warning', message: notice, buttons: ['Close'] })
    intents.setTaker((intent) => this.#delivery.take(intent))
  }

  /** True while everything is being closed and afterwards: new requests come too late. */
  get isEnding(): boolean {
    return this.#quit?.isQuitting === true
  }

  /** Relaunches Tidemark after it has ended. opened: as for `relaunch`. */
  startAgain(opened: readonly string[]): void {
    // An update that is installed at quit must not find the app running.
    if (this.#updater?.state.kind !== 'ready') relaunch(opened)
  }

  /** Brings the front window forward, or opens a window if there is none. */
  focus(): void {
    if (this.isEnding) return
    const { front } = this.#windows
    if (front === null) this.openWindow()
    else front.focus()
  }

  /** Opens a window, unless a profile is being opened: that opens its own windows. path: of the page to show. */
  openWindow(path?: string): void {
    if (this.#isStarted && !this.#profile.isSwitching) this.#shown.open(path)
  }

  addProfile(): void {
    this.#shown.addProfile()
  }

  reportProblem(): void {
    this.#windows.closeTool('report')
    this.#windows.showTool('report', (onClosed) => new ReportWindow(this.#report(), { log: this.#log, onClosed }))
  }

  openLogs(): void {
    void shell.openPath(this.#logFolder)
  }

  openSettings(): void {
    const tool = (onClosed: () => void) =>
      new SettingsWindow({
        preferences: this.#preferences,
        authorities: this.#authorities,
        update: () => this.#updater?.state ?? { kind: 'idle' },
        checkForUpdates: async () => this.#updater?.check(),
        loadUpdate: async () => this.#updater?.load(),
        onChanged: () => void this.#applySettings(),
        log: this.#log,
        onClosed,
      })
    this.#windows.showTool('settings', tool)
  }

  /** Brings the code from the browser to the front page. Returns false if no sign-in was begun there. */
  #finishSignIn(code: string): boolean {
    const { front } = this.#windows
    const path = this.#browserSignIn.finish(code, front?.ownOrigin ?? null)
    if (front === null || path === null) return false
    front.focus()
    front.goTo(path)
    return true
  }

  #listen(): OrderlyQuit {
    setupNavigation((contents) => this.#windows.guardedOf(contents))
    serveCalls({
      rules: {
        windowOf: (contents) => this.#windows.of(contents),
        isClosed: (contents) => this.#windows.wasOf(contents),
        log: this.#log,
        reporting: this.#reporting,
      },
      openedFiles: this.#openedFiles,
      preferences: this.#preferences,
      updater: () => this.#updater,
      mirror: () => this.#profile.open?.local?.mirror ?? null,
      protection: () => this.#profile.open?.local?.protection ?? 'file',
      windows: () => this.#windows.all,
      reportProblem: () => this.reportProblem(),
      openSettings: () => this.openSettings(),
      settingsChanged: () => void this.#applySettings(),
      reporting: this.#reporting,
      pageLog: this.#pageLog,
      allowReporting: (isAllowed) => this.#allowReporting(isAllowed),
    })
    // The default session belongs to windows that show only shell pages.
    setupSession(session.defaultSession, () => false)
    nativeTheme.on('updated', () => {
      for (const { browserWindow } of this.#windows.all) browserWindow.setBackgroundColor(windowBackground())
    })
    app.on('activate', () => this.focus())
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
    guardApp(this.#log)
    showContextMenus((contents) => this.#windows.of(contents))
    answerProxies(this.#windows, this.#log)
    this.#quit = quitInOrder({
      mayLeave: (leaving) => this.#windows.mayLeave(leaving),
      close: () => this.#closeAll(),
      log: this.#log,
    })
    return this.#quit
  }

  /** Applies the error-reporting settings. A failure is logged and stops nothing. */
  async #applyReporting(): Promise<void> {
    try {
      await this.#followReporting()
    } catch (thrown) {
      this.#log.error({ err: thrown }, 'Error reports were not set up.')
    }
  }

  async #followReporting(): Promise<void> {
    const dataFolder = this.#profile.open?.local?.dataFolder ?? null
    const sources = { env: process.env, dataFolder, installFolder: installFolder(), version: app.getVersion() }
    await this.#reporting.apply(readDesktopReporting(sources, this.#preferences.current.isReportingAllowed))
  }

  /** Stores the choice and reopens the profile: its server reads the choice at start, its windows when they load. */
  async #allowReporting(isAllowed: boolean): Promise<void> {
    if (isAllowed === this.#preferences.current.isReportingAllowed) return
    if (!(await this.#windows.mayLeave('restart'))) return
    this.#preferences.change({ isReportingAllowed: isAllowed })
    // Not awaited: reopening the profile closes the page that asked.
    void this.#openAnew()
  }

  async #openAnew(): Promise<void> {
    await this.#applyReporting()
    // A profile that is already being opened reads the choice by itself.
    if (this.#profile.open !== null && !this.#profile.isSwitching) await this.#profile.use(this.#profile.open.profile)
  }

  async #restart(): Promise<void> {
    if ((await this.#quit?.closeAll('restart')) !== true) return
    relaunch()
    app.quit()
  }

  /** Relaunches Tidemark after everything was closed for an update that could not be installed. */
  async #comeBack(reason: string): Promise<void> {
    await dialog.showMessageBox({
      type: 'error',
      message: 'The update was not installed.',
      detail: `${reason}\nTidemark starts again as it was.`,
      buttons: ['Close'],
    })
    relaunch()
    app.quit()
  }

  async #applySettings(): Promise<void> {
    const { proxy, updates } = this.#preferences.current
    await this.#updater?.useProxy(toProxyConfig(proxy))
    this.#updater?.follow(updates)
    await this.#profile.open?.useProxy(toProxyConfig(proxy))
  }

  /**
   * Hides the windows before closing: hidden pages live on and can send or keep their changes while the server
   * finishes.
   */
  async #closeAll(): Promise<void> {
    this.#windows.keepForNextStart()
    for (const { browserWindow } of this.#windows.all) browserWindow.hide()
    await Promise.all([this.#profile.end(), this.#updater?.beforeQuit()])
    await this.#reporting.flush()
    this.#log.info({}, 'Tidemark ends.')
  }

  async #openProfile(profile: Profile, folder: string, isWithoutKeychain: boolean): Promise<OpenProfile> {
    this.#reporting.forgetContext()
    const { isReportingAllowed, proxy } = this.#preferences.current
    const log = this.#log
    if (profile.kind === 'team') {
      const team = openTeamProfile(profile, { folder, authorities: this.#authorities, log })
      await team.useProxy(toProxyConfig(proxy))
      return team
    }
    const onState = (state: ServerState) => this.#onServerState(state)
    const serverLog = this.#serverLog
    const options = { folder, onState, isReportingAllowed, isWithoutKeychain, log, serverLog }
    return await openLocalProfile(profile, options)
  }

  #onServerState(state: ServerState): void {
    this.#log.info(
      { state: state.kind, ...(state.kind === 'failed' ? { error: state.error.toBody() } : {}) },
      'The server',
    )
    if (!this.isEnding) this.#shown.showServer(state)
  }

  #onWindowsChanged(): void {
    this.#delivery.retry()
    this.#showMenu()
  }

  /** Shows on the app's badge how many uploads and exports run in all windows together. */
  #showBadge(): void {
    const count = this.#windows.all.reduce((sum, { runningCount }) => sum + runningCount, 0)
    if (count !== this.#badgeCount) app.setBadgeCount(count)
    this.#badgeCount = count
  }

  #onUpdate(state: UpdateState): void {
    for (const window of this.#windows.all) window.send('update-state', state)
    this.#showMenu()
  }

  #report() {
    const { proxy } = this.#preferences.current
    const facts = problemFacts({
      open: this.#profile.open,
      update: this.#updater?.state ?? null,
      windowCount: this.#windows.all.length,
      network: { proxy: proxy.mode, authorities: this.#authorities.authorities.length },
    })
    return collectReport(facts, this.#logFolder)
  }

  #showMenu(): void {
    showAppMenu({
      app: this,
      windows: this.#windows,
      profile: this.#profile,
      updater: this.#updater,
      take: (intent) => this.#delivery.take(intent),
    })
  }
}
