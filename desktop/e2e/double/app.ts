import { EventEmitter } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { RelaunchOptions } from 'electron'
import { closeAllWindows } from './browser-window'
import { contentsEvents } from './contents'
import { effects, onControl } from './control'
import { closeSessions } from './sessions'
import { strict } from './strict'
import { endUtilityProcesses } from './utility-process'

const userData = process.env['DOUBLE_USER_DATA'] ?? ''
const socketPath = join(userData, 'instance.sock')

/** The double of `app`, which the main process may use before Electron is ready. */
class AppDouble extends EventEmitter {
  isPackaged = process.env['DOUBLE_PACKAGED'] === '1'
  #isReady = false
  #isSandboxed = false
  #isQuitting = false
  readonly #ready: Promise<void>
  #markReady: () => void = () => undefined

  constructor() {
    super()
    contentsEvents.on('created', (contents: unknown) => this.emit('web-contents-created', {}, contents))
    contentsEvents.on('certificate-error', (...args: unknown[]) => this.emit('certificate-error', ...args))
    contentsEvents.on('all-closed', () => setImmediate(() => this.emit('window-all-closed')))
    this.#ready = new Promise((resolve) => (this.#markReady = resolve))
  }

  /** Called once the main module has run, as Electron does. */
  becomeReady(): void {
    this.#isReady = true
    this.#markReady()
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('enableSandbox must be called before the app is ready')
    this.#isSandboxed = true
  }

  requestSingleInstanceLock(): boolean {
    if (!this.#isSandboxed) throw new Error('the sandbox must be enabled first')
    return process.env['DOUBLE_IS_SECOND'] !== '1'
  }

  async whenReady(): Promise<void> {
    await this.#ready
  }

  isReady(): boolean {
    return this.#isReady
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`the electron double has no path ${name}`)
    return userData
  }

  readonly name = 'Tidemark'

  getName(): string {
    return this.name
  }

  getAppPath(): string {
    return import.meta.dirname
  }

  getAppMetrics(): readonly unknown[] {
    return []
  }

  getVersion(): string {
    return '0.1.0'
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    effects.push({ kind: 'protocol-client', scheme })
    return true
  }

  setBadgeCount(count: number): boolean {
    effects.push({ kind: 'badge', count })
    return true
  }

  relaunch({ args = [] }: RelaunchOptions = {}): void {
    effects.push({ kind: 'relaunch', args })
  }

  quit(): void {
    if (this.#isQuitting) return
    let isPrevented = false
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) })
    if (isPrevented) return
    this.#isQuitting = true
    void this.#end()
  }

  async #end(): Promise<void> {
    const isSecond = process.env['DOUBLE_IS_SECOND'] === '1'
    if (this.#isReady && !isSecond) {
      if (!closeAllWindows()) {
        this.#isQuitting = false
        return
      }
      await closeSessions()
    }
    endUtilityProcesses()
    this.emit('quit', {}, 0)
    if (!isSecond) rmSync(socketPath, { force: true })
    process.exit(0)
  }
}

const target = new AppDouble()
export const app = strict('app', target)
export const becomeReady = () => target.becomeReady()

onControl('app.quit', () => target.quit())
onControl('app.emit', ({ name, args }: { name: string; args: unknown[] }) =>
  target.emit(name, { preventDefault: () => undefined }, ...args),
)
onControl('app.ask-client-certificate', () => {
  const own = { subjectName: 'Ana' }
  let given: unknown = own
  const event = { preventDefault: () => (given = null) }
  target.emit('select-client-certificate', event, null, 'https://127.0.0.1/', [own], (chosen?: unknown) => {
    given = chosen ?? null
  })
  return given
})
/** The answers to two simultaneous requests that meet a proxy. */
let proxyAnswers: unknown[] = []
onControl('app.meet-proxy', ({ isAgain }: { isAgain: boolean }) => {
  proxyAnswers = []
  const info = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 1080, realm: '' }
  let isTaken = false
  for (const request of [1, 2]) {
    const answer = (name?: string, password?: string) => proxyAnswers.push({ request, name, password })
    const event = { preventDefault: () => (isTaken = true) }
    target.emit('login', event, null, { firstAuthAttempt: !isAgain }, info, answer)
  }
  return isTaken
})
onControl('app.proxy-answers', () => proxyAnswers)
onControl('app.activate', () => target.emit('activate'))

/** Listens as the first instance; a second one passes on its command line. Called before the app's own code runs. */
export async function takeInstance(): Promise<void> {
  const isSecond = await handOver()
  if (isSecond) {
    process.env['DOUBLE_IS_SECOND'] = '1'
    return
  }
  rmSync(socketPath, { force: true })
  const server: Server = createServer((socket) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('utf8')))
    socket.on('end', () => {
      const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string }
      target.emit('second-instance', {}, argv, folder)
    })
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  server.unref()
}

async function handOver(): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.end(JSON.stringify({ argv: process.argv, folder: process.cwd() }), () => resolve(true))
    })
  })
}
