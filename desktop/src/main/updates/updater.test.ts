import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { UpdateChoice } from '@tidemark/shared/ipc/desktop-calls'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import { openUpdater, type UpdaterEngine } from './updater'

/** electron-updater as the test plays it: it finds what the test says. */
class ScriptedEngine extends EventEmitter {
  channel: string | null = null
  allowDowngrade = true
  autoDownload = true
  autoInstallOnAppQuit = false
  logger: UpdaterEngine['logger'] = null
  readonly done: string[] = []
  readonly netSession = { setProxy: async () => void this.done.push('proxy') }

  async checkForUpdates(): Promise<null> {
    this.done.push(`check ${this.channel}`)
    return null
  }

  async downloadUpdate(): Promise<string[]> {
    this.done.push('load')
    return []
  }

  quitAndInstall(): void {
    this.done.push('install')
  }
}

async function open(choice: UpdateChoice, unsupported: string | null = null) {
  const engine = new ScriptedEngine()
  const states: UpdateState['kind'][] = []
  const updater = await openUpdater({
    choice,
    log: { error: () => undefined, info: () => undefined, debug: () => undefined },
    onState: ({ kind }) => states.push(kind),
    closeAll: async () => void engine.done.push('close'),
    proxy: { mode: 'system' },
    unsupported,
    // An emitter for the events that are listened to, and the members beside them.
    loadEngine: async () => engine as unknown as UpdaterEngine,
  })
  // It looks once by itself.
  engine.done.splice(0)
  if (unsupported === null) engine.emit('update-not-available')
  states.splice(0)
  return { engine, updater, states }
}

it('by itself loads what it finds, and installs it after everything was closed', async () => {
  const { engine, updater, states } = await open({ channel: 'latest', mode: 'automatic' })
  await updater.restart()
  await updater.check()
  engine.emit('update-available', { version: '2.0.0' })
  engine.emit('update-downloaded', { version: '2.0.0' })
  await updater.restart()
  expect(engine.done).toEqual(['check latest', 'close', 'install'])
  expect(states).toEqual(['checking', 'downloading', 'ready'])
  expect(engine).toMatchObject({ autoDownload: true, allowDowngrade: false, autoInstallOnAppQuit: true })
})

it('asks first where that was chosen, and loads once it is told to', async () => {
  const { engine, updater } = await open({ channel: 'latest', mode: 'ask' })
  await updater.load()
  await updater.check()
  engine.emit('update-available', { version: '2.0.0' })
  expect([updater.state, engine.autoDownload]).toEqual([{ kind: 'available', version: '2.0.0' }, false])
  await updater.load()
  expect(updater.state.kind).toBe('downloading')
  expect(engine.done).toEqual(['check latest', 'load'])
})

it('looks at another channel as soon as it is chosen, and never goes back to an older version', async () => {
  const { engine, updater } = await open({ channel: 'latest', mode: 'automatic' })
  engine.allowDowngrade = true
  updater.follow({ channel: 'latest', mode: 'automatic' })
  expect(engine.done).toEqual([])
  updater.follow({ channel: 'beta', mode: 'automatic' })
  expect(engine).toMatchObject({ channel: 'beta', allowDowngrade: false, done: ['check beta'] })
})

it('tells a failure in one line, and does nothing where it is not supported', async () => {
  const { engine, updater } = await open({ channel: 'latest', mode: 'automatic' })
  engine.emit('error', new Error('no feed\nat stack'))
  expect(updater.state).toEqual({ kind: 'failed', reason: 'no feed' })
  const other = await open({ channel: 'latest', mode: 'automatic' }, 'This is a development build.')
  await other.updater.check()
  expect([other.engine.done, other.updater.state.kind]).toEqual([[], 'unsupported'])
})
