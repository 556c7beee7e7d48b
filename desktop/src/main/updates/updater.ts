import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import type { Log } from '../log'
import { nextUpdateState, type UpdateEvent } from './update-machine'

export interface Updater {
  readonly state: UpdateState
  check(): Promise<void>
  /** Quits in order, then installs and starts again; does nothing unless an update is ready. */
  restart(): Promise<void>
}

interface UpdaterOptions {
  readonly channel: 'latest' | 'beta'
  readonly log: Log
  readonly onState: (state: UpdateState) => void
  /** Closes everything in order, without ending the app. */
  readonly closeAll: () => Promise<void>
}

const checkEveryMs = 6 * 60 * 60 * 1000

/** Looks for updates where the packaged app names a feed; elsewhere it says why it does not. */
export async function openUpdater(options: UpdaterOptions): Promise<Updater> {
  const { log, onState, closeAll } = options
  const feed = join(process.resourcesPath ?? '', 'app-update.yml')
  let state: UpdateState = { kind: 'idle' }
  if (!app.isPackaged) state = { kind: 'unsupported', reason: 'This is a development build.' }
  else if (!existsSync(feed)) state = { kind: 'unsupported', reason: 'This installation is updated by other means.' }
  const apply = (event: UpdateEvent) => {
    const next = nextUpdateState(state, event)
    if (next === state) return
    state = next
    if (event.kind !== 'progress') log.info('Updates', next)
    onState(state)
  }
  const updater = state.kind === 'unsupported' ? null : await loadUpdater(options.channel, apply)
  const check = async () => {
    apply({ kind: 'check' })
    if (updater === null || state.kind !== 'checking') return
    // Its failure also comes as an event, which is where it is told.
    await updater.checkForUpdates().catch(() => null)
  }
  if (updater !== null) {
    void check()
    setInterval(() => void check(), checkEveryMs).unref()
  }
  return {
    get state() {
      return state
    },
    check,
    restart: async () => {
      if (updater === null || state.kind !== 'ready') return
      await closeAll()
      updater.quitAndInstall()
    },
  }
}

async function loadUpdater(channel: 'latest' | 'beta', apply: (event: UpdateEvent) => void): Promise<AppUpdater> {
  const { default: electronUpdater } = await import('electron-updater')
  const updater = electronUpdater.autoUpdater
  updater.channel = channel
  updater.allowDowngrade = false
  updater.autoDownload = true
  // Installing is the person's word: it ends what runs.
  updater.autoInstallOnAppQuit = true
  updater.logger = null
  updater.on('update-available', ({ version }) => apply({ kind: 'found', version }))
  updater.on('update-not-available', () => apply({ kind: 'none' }))
  updater.on('download-progress', ({ percent }) => apply({ kind: 'progress', percent }))
  updater.on('update-downloaded', ({ version }) => apply({ kind: 'downloaded', version }))
  updater.on('error', (error) => apply({ kind: 'failed', reason: error.message.split('\n')[0] ?? '' }))
  return updater
}
