import type { ProxyConfig } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { UpdateChoice } from '@tidemark/shared/ipc/desktop-calls'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { Logger } from '@tidemark/shared/observability/logger'
import { nextUpdateState, type UpdateEvent } from './update-machine'

export interface Updater {
  readonly state: UpdateState
  check(): Promise<void>
  /** Downloads the available version; does nothing unless one is available. */
  load(): Promise<void>
  /** Quits in order, installs and restarts; does nothing unless an update is ready and still offered. */
  restart(): Promise<void>
  /** Called when the app quits: a ready update is installed then, unless its feed no longer offers it. */
  beforeQuit(): Promise<void>
  /** Applies another choice from now on, and checks again if the channel changed. */
  follow(choice: UpdateChoice): void
  useProxy(config: ProxyConfig): Promise<void>
}

/** The part of electron-updater that is used. */
export type UpdaterEngine = Pick<
  AppUpdater,
  | 'channel'
  | 'allowDowngrade'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'logger'
  | 'on'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
> & { readonly netSession: Pick<AppUpdater['netSession'], 'setProxy'> }

interface UpdaterOptions {
  readonly choice: UpdateChoice
  readonly log: Logger
  readonly onState: (state: UpdateState) => void
  /** Closes everything in order without ending the app. Resolves to false if the person stays. */
  readonly closeAll: () => Promise<boolean>
  /** Called when everything is closed but the installation did not begin. */
  readonly onNotInstalled: (reason: string) => void
  readonly proxy: ProxyConfig
  /** Why this installation cannot update itself; null if it can. */
  readonly unsupported: string | null
  readonly loadEngine: () => Promise<UpdaterEngine>
}

const checkEveryMs = 6 * 60 * 60 * 1000
/** The longest wait for a feed's confirmation before a ready update is installed. */
const confirmLimitMs = 3_000
/** The longest wait, after the windows are gone, for the system to take an update: macOS verifies it first. */
const installLimitMs = 60_000

/** Checks for updates regularly if this installation can update itself; otherwise reports why it cannot. */
export async function openUpdater(options: UpdaterOptions): Promise<Updater> {
  const { log, onState, closeAll, onNotInstalled, unsupported, loadEngine } = options
  let state: UpdateState = unsupported === null ? { kind: 'idle' } : { kind: 'unsupported', reason: unsupported }
  let { channel, mode } = options.choice
  let isRestarting = false
  let isInstalling = false
  const apply = (event: UpdateEvent) => {
    const next = nextUpdateState(state, event)
    if (next === state) return
    state = next
    if (event.kind !== 'progress') log.info({ ...next }, 'Updates')
    onState(state)
  }
  const engine = unsupported === null ? await loadEngine() : null
  const setUp = (own: UpdaterEngine) => {
    own.channel = channel
    // Setting a channel enables downgrades, which nobody asked for.
    own.allowDowngrade = false
    own.autoDownload = mode === 'automatic'
    own.autoInstallOnAppQuit = true
  }
  const is = (kind: UpdateState['kind']) => state.kind === kind
  const load = async (own: UpdaterEngine) => {
    apply({ kind: 'load' })
    // A failure also arrives as an event, which reports it; the same holds for the calls below.
    await own.downloadUpdate().catch(() => null)
  }
  /** Asks the feed whether it still offers the ready version. Without an answer in time, the last answer counts. */
  const confirm = async (own: UpdaterEngine) => {
    if (!is('ready')) return
    own.autoDownload = false
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, confirmLimitMs)
    })
    await Promise.race([own.checkForUpdates().catch(() => null), limit])
    clearTimeout(timer)
    own.autoDownload = mode === 'automatic'
  }
  /**
   * Confirms like `confirm` while the app goes on running: if another version is offered meanwhile, it is downloaded.
   */
  const confirmAndLoad = async (own: UpdaterEngine) => {
    await confirm(own)
    if (is('available') && mode === 'automatic') await load(own)
  }
  const install = (own: UpdaterEngine) => {
    isInstalling = true
    setTimeout(() => failInstall(own, 'It did not begin in time.'), installLimitMs)
    own.quitAndInstall()
  }
  const failInstall = (own: UpdaterEngine, reason: string) => {
    if (!isInstalling) return
    isInstalling = false
    // The quit that follows would try the same installation again.
    own.autoInstallOnAppQuit = false
    log.error({ reason }, 'An update was not installed.')
    onNotInstalled(reason)
  }
  const check = async () => {
    if (engine === null) return
    if (is('ready')) return await confirmAndLoad(engine)
    apply({ kind: 'check' })
    if (is('checking')) await engine.checkForUpdates().catch(() => null)
  }
  if (engine !== null) {
    engine.logger = null
    setUp(engine)
    await engine.netSession.setProxy(options.proxy)
    engine.on('update-available', ({ version }) => apply({ kind: 'found', version, isLoading: engine.autoDownload }))
    engine.on('update-not-available', () => apply({ kind: 'none' }))
    engine.on('download-progress', ({ percent }) => apply({ kind: 'progress', percent }))
    engine.on('update-downloaded', ({ version }) => apply({ kind: 'downloaded', version }))
    engine.on('error', (error) => {
      const reason = error.message.split('\n')[0] ?? ''
      apply({ kind: 'failed', reason })
      failInstall(engine, reason)
    })
    void check()
    setInterval(() => void check(), checkEveryMs).unref()
  }
  return {
    get state() {
      return state
    },
    check,
    load: async () => {
      if (engine !== null && is('available')) await load(engine)
    },
    restart: async () => {
      if (engine === null || !is('ready') || isRestarting) return
      await confirmAndLoad(engine)
      if (!is('ready')) return
      isRestarting = true
      if (await closeAll()) install(engine)
      else isRestarting = false
    },
    beforeQuit: async () => {
      if (engine === null || isRestarting) return
      await confirm(engine)
      engine.autoInstallOnAppQuit = is('ready')
    },
    follow: (choice) => {
      const isOther = choice.channel !== channel || choice.mode !== mode
      ;({ channel, mode } = choice)
      if (engine === null || !isOther) return
      setUp(engine)
      void check()
    },
    useProxy: async (config) => engine?.netSession.setProxy(config),
  }
}
