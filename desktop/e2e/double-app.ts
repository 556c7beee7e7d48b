import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { findHeadlessChromium } from '../../tools/checks/find-chromium.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { doubleFolder } from './double/build-double.mjs'

export interface ShownWindow {
  readonly id: number
  readonly title: string
  readonly isVisible: boolean
  readonly isFocused: boolean
  readonly backgroundColor: string
  readonly targetId: string
  readonly endpoint: string
  readonly partition: string
  readonly url: string
  /** The last address reported to the app, a moment after the page itself has it. */
  readonly navigatedTo: string | null
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

export type ShownView = Pick<ShownWindow, 'targetId' | 'endpoint' | 'url' | 'bounds'> & { readonly window: number }

export interface Effect {
  readonly kind: string
  readonly [key: string]: unknown
}

interface LaunchOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The real main bundle on the electron double, with its own user folder. It can be launched again. */
export class DoubleApp {
  readonly userData = mkdtempSync(join(tmpdir(), 'tidemark-desktop-'))
  readonly resources = mkdtempSync(join(tmpdir(), 'tidemark-resources-'))
  output = ''
  #child: ChildProcess | null = null
  #exit: Promise<unknown> = Promise.resolve()
  #nextId = 1
  readonly #pages = new WeakSet<Page>()
  readonly #browsersByEndpoint = new Map<string, Browser>()

  constructor(serverRoot = process.env['TIDEMARK_STAGED_SERVER'] ?? repositoryRoot) {
    symlinkSync(serverRoot, join(this.resources, 'server'))
  }

  launch(options: LaunchOptions = {}): void {
    const child = this.#fork(options)
    this.#child = child
    this.#exit = once(child, 'exit')
  }

  /** Starts a second instance on the same profile; resolves when that has ended. */
  async launchSecond(args: readonly string[]): Promise<number | null> {
    const child = this.#fork({ args })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }

  /** Acts from outside as a person or the system would; see the controls of the double. */
  async control<T>(name: string, args: unknown = null): Promise<T> {
    const child = this.#child
    if (child === null || !child.connected) throw new Error(`the app has ended:\n${this.output}`)
    const id = this.#nextId++
    return await new Promise<T>((resolve, reject) => {
      const heard = (answer: { id: number; ok: boolean; value?: T; message?: string }) => {
        if (answer.id !== id) return
        child.off('message', heard)
        child.off('exit', ended)
        if (answer.ok) resolve(answer.value as T)
        else reject(new Error(answer.message))
      }
      const ended = () => reject(new Error(`the app ended during ${name}:\n${this.output}`))
      child.on('message', heard)
      child.once('exit', ended)
      child.send({ id, name, args })
    })
  }

  async windows(): Promise<readonly ShownWindow[]> {
    return await this.control<ShownWindow[]>('windows')
  }

  /** Returns the views above the pages of windows. */
  async views(): Promise<readonly ShownView[]> {
    return await this.control<ShownView[]>('views')
  }

  /** Returns the page of the visible window whose address begins like this. Waits until there is one. */
  async page(begin: string | RegExp = /^http/): Promise<Page> {
    let found: ShownWindow | undefined
    await expect
      .poll(
        async () => {
          found = (await this.windows()).find(({ url, isVisible }) => isVisible && url.search(begin) === 0)
          return found?.id ?? (await this.windows()).map(({ url }) => url.slice(0, 200))
        },
        // Polls often, because tests spend most of a start here.
        { timeout: 90_000, intervals: [100] },
      )
      .toEqual(expect.any(Number))
    if (found === undefined) throw new Error('no such window')
    return await this.pageOf(found)
  }

  async pageOf({ endpoint, targetId }: Pick<ShownWindow, 'endpoint' | 'targetId'>): Promise<Page> {
    const browser = this.#browsersByEndpoint.get(endpoint) ?? (await chromium.connectOverCDP(endpoint))
    this.#browsersByEndpoint.set(endpoint, browser)
    let found: Page | undefined
    // Playwright learns of a new page with a delay.
    const search = async () => {
      const pages = browser.contexts().flatMap((context) => context.pages())
      const ids = await Promise.all(pages.map(async (page) => targetIdOf(page).catch(() => null)))
      found = pages[ids.indexOf(targetId)]
      return found !== undefined
    }
    await expect.poll(search).toBe(true)
    if (found === undefined) throw new Error(`no page ${targetId}`)
    // The double answers dialogs; without a listener Playwright would answer them too.
    if (!this.#pages.has(found)) found.on('dialog', () => undefined)
    this.#pages.add(found)
    return found
  }

  /** Reconnects to the pages: Playwright never learns that a dialog was answered elsewhere. */
  async lookAnew(): Promise<void> {
    for (const browser of this.#browsersByEndpoint.values()) await browser.close()
    this.#browsersByEndpoint.clear()
  }

  async effects(kind: string): Promise<readonly Effect[]> {
    return (await this.control<Effect[]>('effects')).filter((effect) => effect.kind === kind)
  }

  /** Waits for the first effect of a kind and returns it. */
  async effect(kind: string): Promise<Effect> {
    await expect.poll(async () => (await this.effects(kind)).length).toBeGreaterThan(0)
    const [first] = await this.effects(kind)
    if (first === undefined) throw new Error(`no ${kind}`)
    return first
  }

  async menu(id: string): Promise<{ readonly label: string; readonly isEnabled: boolean }> {
    const items = await this.control<{ id: string; label: string; isEnabled: boolean }[]>('menu')
    const item = items.find((candidate) => candidate.id === id)
    if (item === undefined) throw new Error(`the menu has no ${id}`)
    return item
  }

  /** Waits until the app has ended by itself. */
  async ended(): Promise<void> {
    await this.lookAnew()
    await this.#exit
  }

  /** Quits as a person does, and waits for the end. */
  async quit(): Promise<void> {
    await this.lookAnew()
    if (this.#child?.connected) await this.control('app.quit').catch(() => undefined)
    await this.#exit
    this.#child = null
  }

  async remove(): Promise<void> {
    await this.quit()
    rmSync(this.userData, { recursive: true, force: true })
    rmSync(this.resources, { recursive: true, force: true })
  }

  #fork({ args = [], env = {} }: LaunchOptions): ChildProcess {
    mkdirSync(this.userData, { recursive: true })
    const child = fork(join(doubleFolder, 'start.js'), [...args], {
      cwd: this.userData,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DOUBLE_USER_DATA: this.userData,
        DOUBLE_RESOURCES: this.resources,
        DOUBLE_CHROMIUM: findHeadlessChromium() ?? '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const read = (chunk: Buffer) => (this.output += chunk.toString('utf8'))
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    return child
  }
}

/** Creates a profile in advance, so that the app opens at once. more: the ids of further profiles. Returns its port. */
export function withLocalProfile(app: DoubleApp, ...more: readonly string[]): number {
  const port = 20_000 + Math.floor(Math.random() * 9_000)
  const profile = { kind: 'local', id: 'local', name: 'This computer', port }
  const others = more.map((id, at) => ({ kind: 'local', id, name: id, port: port + 1 + at }))
  const list = { version: 1, activeId: 'local', profiles: [profile, ...others] }
  writeFileSync(join(app.userData, 'profiles.json'), JSON.stringify(list))
  return port
}

async function targetIdOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page)
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await cdp.detach()
  return targetInfo.targetId
}
