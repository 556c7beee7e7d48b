import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import type { UpdateChoice } from '@tidemark/shared/ipc/desktop-calls'
import type { UpdateState } from '@tidemark/shared/ipc/update-state'
import { openUpdater, type UpdaterEngine } from './updater'

/** A scripted electron-updater: it finds what the test says. */
class ScriptedEngine extends EventEmitter {
  channel: string | null = null
  allowDowngrade = true
  autoDownload = true
  autoInstallOnAppQuit = false
  logger: UpdaterEngine['logger'] = null
  /** The version that its feed offers while it is asked; null: none that is newer; undefined: no answer. */
  feed: string | null | undefined = null
  /** The error when it installs; null for none. */
  installError: Error | null = null
  /** True if the person stays when the app should close. */
  isStaying = false
  readonly done: string[] = []
  readonly netSession = { setProxy: async () => void this.done.push('proxy') }

  async checkForUpdates(): Promise<null> {
    this.done.push(`check ${this.channel}`)
    if (this.feed === undefined) return await new Promise(() => undefined)
    if (this.feed === null) this.emit('update-not-available')
    else this.emit('update-available', { version: this.feed })
    return null
  }

  async downloadUpdate(): Promise<string[]> {
    this.done.push('load')
    return []
  }

  quitAndInstall(): void {
    this.done.push('install')
    if (this.installError) this.emit('error', this.installError)
  }
}

afterEach(() => vi.useRealTimers())

async function open(choice: UpdateChoice, unsupported: string | null = null) {
  const engine = new ScriptedEngine()
  const states: UpdateState['kind'][] = []
  const updater = await openUpdater({
    choice,
    log: { error: () => undefined, info: () => undefined, debug: () => undefined },
    onState: ({ kind }) => states.push(kind),
    closeAll: async () => {
      engine.done.push('close')
      return !engine.isStaying
    },
    onNotInstalled: (reason) => engine.done.push(`not installed: ${reason}`),
    proxy: { mode: 'system' },
    unsupported,
    // An emitter of the events that are listened to, with the other members.
    loadEngine: async () => engine as unknown as UpdaterEngine,
  })
  // It has checked once by itself.
  engine.done.splice(0)
  states.splice(0)
  return { engine, updater, states }
}

it('by itself loads what it finds, and installs it after everything was closed', async () => {
  const { engine, updater, states } = await open({ channel: 'latest', mode: 'automatic' })
  await updater.restart()
  engine.feed = '2.0.0'
  await updater.check()
  engine.emit('update-downloaded', { version: '2.0.0' })
  await updater.restart()
  expect(engine.done).toEqual(['check latest', 'check latest', 'close', 'install'])
  expect(states).toEqual(['checking', 'downloading', 'ready'])
  expect(engine).toMatchObject({ autoDownload: true, allowDowngrade: false, autoInstallOnAppQuit: true })
})

it('asks first where that was chosen, and loads once it is told to', async () => {
  const { engine, updater } = await open({ channel: 'latest', mode: 'ask' })
  await updater.load()
  engine.feed = '2.0.0'
  await updater.check()
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

it.each([
  ['still names it', '2.0.0', 'ready', true],
  ['names no newer version any more', null, 'withdrawn', false],
  ['names another one', '2.0.1', 'available', false],
] as const)('at the end installs what is ready if its feed %s: %s', async (_what, feed, kind, isInstalled) => {
  const { engine, updater } = await openReady()
  engine.feed = feed
  await updater.beforeQuit()
  expect([updater.state.kind, engine.autoInstallOnAppQuit]).toEqual([kind, isInstalled])
  expect(engine.done).toEqual(['check latest'])
})

it('waits a moment for a feed that does not answer, and then installs what it had named', async () => {
  vi.useFakeTimers()
  const { engine, updater } = await openReady()
  engine.feed = undefined
  const asked = updater.beforeQuit()
  await vi.runOnlyPendingTimersAsync()
  await asked
  expect(engine.autoInstallOnAppQuit).toBe(true)
})

it('does not restart for what was withdrawn, and loads what is offered in its place', async () => {
  const { engine, updater } = await openReady()
  engine.feed = null
  await updater.restart()
  expect([updater.state, engine.done]).toEqual([{ kind: 'withdrawn', version: '2.0.0' }, ['check latest']])
  const other = await openReady()
  other.engine.feed = '2.0.1'
  await other.updater.restart()
  expect(other.updater.state).toMatchObject({ kind: 'downloading', version: '2.0.1' })
  expect(other.engine.done).toEqual(['check latest', 'load'])
})

it('installs nothing while the person stays, and can be told again', async () => {
  const { engine, updater } = await openReady()
  engine.isStaying = true
  await updater.restart()
  expect([updater.state.kind, engine.done]).toEqual(['ready', ['check latest', 'close']])
  engine.isStaying = false
  await updater.restart()
  expect(engine.done.slice(2)).toEqual(['check latest', 'close', 'install'])
})

it('says that nothing was installed when the system refuses, once, and does not try it again at the end', async () => {
  const { engine, updater } = await openReady()
  engine.installError = new Error('EACCES: permission denied\nat stack')
  await updater.restart()
  engine.emit('error', new Error('and again'))
  expect(engine.done.slice(1)).toEqual(['close', 'install', 'not installed: EACCES: permission denied'])
  expect(engine.autoInstallOnAppQuit).toBe(false)
})

it('says so too when nothing happens after everything was closed', async () => {
  vi.useFakeTimers()
  const { engine, updater } = await openReady()
  await updater.restart()
  expect(engine.done.at(-1)).toBe('install')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(engine.done.at(-1)).toBe('not installed: It did not begin in time.')
})

it('learns of a withdrawal when it looks by itself, and fetches nothing a second time', async () => {
  const { engine, updater } = await openReady()
  await updater.check()
  expect([updater.state.kind, engine.done]).toEqual(['ready', ['check latest']])
  engine.feed = null
  await updater.check()
  expect(updater.state.kind).toBe('withdrawn')
})

/** Opens an updater that has downloaded version 2.0.0, which its feed offers. */
async function openReady() {
  const opened = await open({ channel: 'latest', mode: 'automatic' })
  opened.engine.feed = '2.0.0'
  await opened.updater.check()
  opened.engine.emit('update-downloaded', { version: '2.0.0' })
  opened.engine.done.splice(0)
  return opened
}
