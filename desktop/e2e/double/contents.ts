import { EventEmitter } from 'node:events'
import type { CDPSession, Dialog, Page } from '@playwright/test'
import { effects } from './control'
import { presentedCertificate } from './certificates'
import {
  contextMenuChannel,
  inputChannel,
  mainWorldScript,
  openChannel,
  preloadWorld,
  preloadWorldScript,
  sendBinding,
} from './page-scripts'
import type { SessionDouble } from './sessions'
import { strict } from './strict'

interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string> }
  readonly frameId: string
  readonly resourceType: string
  readonly redirectedRequestId?: string
}

export interface FrameDouble {
  readonly url: string
  readonly origin: string
  readonly detached: boolean
}

type Invoke = (event: { sender: unknown; senderFrame: FrameDouble | null }, ...args: unknown[]) => unknown
/** The app's handlers for calls of pages, by channel. */
export const invokeHandlers = new Map<string, Invoke>()
/** Messages of pages that expect no answer, by channel. */
export const sentEvents = new EventEmitter()

/** The events of all contents; `app` forwards `certificate-error`. */
export const contentsEvents = new EventEmitter()

let nextId = 1

/**
 * The page of a window: a real one, with the preload script in its isolated world, and with requests held for the app.
 */
export class ContentsDouble extends EventEmitter {
  readonly id = nextId++
  /** Messages of this page only that expect no answer. */
  readonly ipc = strict('webContents.ipc', new EventEmitter())
  readonly session: SessionDouble
  facade: unknown = null
  windowOpenHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  opened: Promise<{ readonly page: Page; readonly cdp: CDPSession; readonly targetId: string }>
  readonly mainFrame: FrameDouble
  /** The last address reported to the app. */
  navigatedTo: string | null = null
  #zoomLevel = 0
  #foundPlace = 1
  #mainFrameId = ''
  #ownNavigation: string | null = null
  #preloadContextId: number | null = null
  readonly #preload: string | null
  #hasCrashed = false
  #page: Page | null = null

  constructor(session: SessionDouble, preload: string | null) {
    super()
    this.session = session
    this.mainFrame = frameOf(() => this.#page)
    this.#preload = preload
    this.opened = this.#open()
  }

  async load(url: string): Promise<void> {
    if (this.#hasCrashed) await this.#replaceCrashed()
    const { page } = await this.opened
    this.#ownNavigation = url
    await this.#judgeCertificate(url)
    try {
      await page.goto(url, { waitUntil: 'load' })
      this.emit('did-finish-load')
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown)
      const name = /net::(ERR_\w+)/.exec(text)?.[1] ?? 'ERR_FAILED'
      if (page.isClosed()) return
      if (text.includes('interrupted by another navigation') || name === 'ERR_ABORTED') return
      if (name.startsWith('ERR_CERT')) this.#refuseCertificate(url, name)
      await errorPageShown(page)
      this.emit('did-fail-load', {}, -100, name, url, true)
      throw thrown
    }
  }

  async loadURL(url: string): Promise<void> {
    await this.load(url)
  }

  send(channel: string, ...args: readonly unknown[]): void {
    const text = JSON.stringify(structuredClone(args[0]) ?? null)
    const expression = `globalThis.electronDoubleEmit(${JSON.stringify(channel)}, ${JSON.stringify(text)})`
    void this.#evaluate(expression)
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false
  }

  setWindowOpenHandler(handler: ContentsDouble['windowOpenHandler']): void {
    this.windowOpenHandler = handler
  }

  getURL(): string {
    return this.#page?.url() ?? ''
  }

  getZoomLevel(): number {
    return this.#zoomLevel
  }

  setZoomLevel(level: number): void {
    this.#zoomLevel = level
  }

  print(): void {
    effects.push({ kind: 'print', contents: this.id })
  }

  async printToPDF(): Promise<Buffer> {
    const { page } = await this.opened
    return await page.pdf({ landscape: true, printBackground: true })
  }

  findInPage(text: string, { forward = true, findNext = false } = {}): number {
    effects.push({ kind: 'find', text, forward, findNext })
    void this.opened.then(async ({ page }) => {
      const body = await page.locator('body').innerText()
      const matches = body.toLowerCase().split(text.toLowerCase()).length - 1
      const step = forward ? 1 : -1
      this.#foundPlace = findNext ? 1 : ((this.#foundPlace - 1 + step + matches) % Math.max(matches, 1)) + 1
      this.emit('found-in-page', {}, { activeMatchOrdinal: Math.min(this.#foundPlace, matches), matches })
    })
    return 1
  }

  stopFindInPage(action: string): void {
    effects.push({ kind: 'stop-find', action })
  }

  focus(): void {
    effects.push({ kind: 'focus-contents', contents: this.id })
  }

  close(): void {
    void this.opened.then(({ page }) => page.close()).catch(() => undefined)
  }

  /** Makes a call as a page could that bypasses the preload script. */
  async invokeRaw(channel: string, args: readonly unknown[]): Promise<unknown> {
    const texts = JSON.stringify(args.map((argument) => JSON.stringify(argument ?? { $undefined: true })))
    const text = await this.#evaluate(`globalThis.electronDoubleInvoke(${JSON.stringify(channel)}, ${texts})`)
    return JSON.parse(String(text))
  }

  /** Makes such a call from a frame inside the page. */
  async invokeFromFrame(channel: string, args: readonly unknown[], origin: string): Promise<unknown> {
    const handler = invokeHandlers.get(channel)
    return await handler?.(
      { sender: this.facade, senderFrame: { url: `${origin}/`, origin, detached: false } },
      ...args,
    )
  }

  async #evaluate(expression: string): Promise<unknown> {
    const { cdp } = await this.opened
    if (this.#preloadContextId === null) return null
    const answer = await cdp
      .send('Runtime.evaluate', {
        expression,
        contextId: this.#preloadContextId,
        awaitPromise: true,
        returnByValue: true,
      })
      .catch(() => null)
    if (answer?.exceptionDetails !== undefined) throw new Error(answer.exceptionDetails.exception?.description ?? '')
    return answer?.result.value ?? null
  }

  async #open() {
    const context = await this.session.context()
    const page = await context.newPage()
    this.#page = page
    const cdp = await context.newCDPSession(page)
    const { targetInfo } = await cdp.send('Target.getTargetInfo')
    const { frameTree } = await cdp.send('Page.getFrameTree')
    this.#mainFrameId = frameTree.frame.id
    cdp.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      if (name === preloadWorld && auxData?.['frameId'] === this.#mainFrameId) this.#preloadContextId = id
    })
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === sendBinding)
        void this.#answer(JSON.parse(payload) as { id: number | null; channel: string; args: string[] })
    })
    cdp.on('Fetch.requestPaused', (paused) => void this.#decide(cdp, paused).catch(() => undefined))
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrameId) return
      this.emit('did-navigate', {}, frame.url)
      this.navigatedTo = frame.url
    })
    cdp.on('Page.windowOpen', ({ url }) => this.#openWindow(url))
    context.on('page', (other) => {
      // A page opened by the page itself, which `deny` prevents in Electron.
      void other.opener().then(async (opener) => (opener === page ? await other.close() : undefined))
    })
    page.on('dialog', (asked) => void this.#judgeUnload(asked))
    page.on('crash', () => {
      this.#hasCrashed = true
      this.emit('render-process-gone', {}, { reason: 'crashed' })
    })
    await cdp.send('Page.enable')
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: sendBinding, executionContextName: preloadWorld })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorldScript(this.#preload, process.platform),
      worldName: preloadWorld,
    })
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    return { page, cdp, targetId: targetInfo.targetId }
  }

  async #decide(cdp: CDPSession, paused: PausedRequest): Promise<void> {
    const { requestId, request, frameId, resourceType, redirectedRequestId } = paused
    if (resourceType === 'Document' && this.#isRefused(request.url, frameId, redirectedRequestId !== undefined)) {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      return
    }
    const headers = await this.#headersOf(paused)
    await cdp.send('Fetch.continueRequest', {
      requestId,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
    })
  }

  #isRefused(url: string, frameId: string, isRedirect: boolean): boolean {
    const isMainFrame = frameId === this.#mainFrameId
    if (isMainFrame && !isRedirect && url === this.#ownNavigation) {
      this.#ownNavigation = null
      return false
    }
    let isPrevented = false
    const event = {
      url,
      isMainFrame,
      preventDefault: () => (isPrevented = true),
      get defaultPrevented() {
        return isPrevented
      },
    }
    if (isRedirect) this.emit('will-redirect', event)
    else {
      this.emit('will-frame-navigate', event)
      if (isMainFrame) this.emit('will-navigate', event)
    }
    return isPrevented
  }

  async #headersOf({ request }: PausedRequest): Promise<Record<string, string | string[]>> {
    const { beforeSendHeaders } = this.session
    if (beforeSendHeaders === null) return request.headers
    return await new Promise((resolve) =>
      beforeSendHeaders(
        { url: request.url, method: request.method, requestHeaders: { ...request.headers } } as never,
        (answer) => resolve(answer.requestHeaders ?? request.headers),
      ),
    )
  }

  #openWindow(url: string): void {
    const { action } = this.windowOpenHandler({ url })
    if (action !== 'deny') throw new Error('the electron double opens no windows for pages')
  }

  /**
   * Handles a page that would prevent leaving. Electron asks no question itself: the page stays, unless the app says
   * otherwise.
   */
  async #judgeUnload(asked: Dialog): Promise<void> {
    if (asked.type() !== 'beforeunload') throw new Error(`the electron double shows no ${asked.type()}`)
    let isIgnored = false
    this.emit('will-prevent-unload', { preventDefault: () => (isIgnored = true) })
    await (isIgnored ? asked.accept() : asked.dismiss())
  }

  #refuseCertificate(url: string, error: string): void {
    contentsEvents.emit(
      'certificate-error',
      { preventDefault: () => undefined },
      this.facade,
      url,
      error,
      {},
      (isTrusted: boolean) => effects.push({ kind: 'certificate', url, isTrusted }),
    )
  }

  /**
   * Replaces the page, as Electron gives the contents another process: a crashed page of Chromium cannot load anything.
   */
  async #replaceCrashed(): Promise<void> {
    this.#hasCrashed = false
    const { page } = await this.opened
    this.opened = this.#open()
    await this.opened
    await page.close()
  }

  /** Handles certificates. Chromium refuses by itself; one that the app accepts is let through here. */
  async #judgeCertificate(url: string): Promise<void> {
    const { verifyCertificate } = this.session
    if (!url.startsWith('https:') || verifyCertificate === null) return
    const presented = await presentedCertificate(new URL(url))
    const { cdp } = await this.opened
    const verdict = presented === null ? -3 : await new Promise<number>((r) => verifyCertificate(presented, r))
    await cdp.send('Security.setIgnoreCertificateErrors', { ignore: verdict === 0 })
  }

  async #answer({ id, channel, args }: { id: number | null; channel: string; args: string[] }): Promise<void> {
    const event = { sender: this.facade, senderFrame: this.mainFrame }
    const given = args.map((text) => decode(text))
    if (channel === inputChannel) {
      this.emit('before-input-event', { preventDefault: () => undefined }, given[0])
      return
    }
    if (channel === openChannel) {
      this.#openWindow((given[0] as { url: string }).url)
      return
    }
    if (channel === contextMenuChannel) {
      this.emit('context-menu', {}, given[0])
      return
    }
    if (id === null) {
      sentEvents.emit(channel, event, ...given)
      this.ipc.emit(channel, event, ...given)
      return
    }
    const handler = invokeHandlers.get(channel)
    const settle = (isOk: boolean, text: string) =>
      this.#evaluate(`globalThis.electronDoubleSettle(${id}, ${isOk}, ${JSON.stringify(text)})`)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      const value = structuredClone(await handler(event, ...given))
      await settle(true, encode(value))
    } catch (thrown) {
      await settle(false, `Error invoking remote method '${channel}': ${String(thrown)}`)
    }
  }
}

/**
 * Waits for Chromium's error page, which comes after the failure is reported and would replace what is loaded in
 * response.
 */
async function errorPageShown(page: Page): Promise<void> {
  await page.waitForURL((url) => url.protocol === 'chrome-error:', { waitUntil: 'load', timeout: 10_000 })
}

function frameOf(page: () => Page | null): FrameDouble {
  return {
    get url() {
      return page()?.url() ?? ''
    },
    get origin() {
      return URL.canParse(this.url) ? new URL(this.url).origin : 'null'
    },
    get detached() {
      return page()?.isClosed() ?? false
    },
  }
}

function encode(value: unknown): string {
  return JSON.stringify(
    value === undefined ? { $undefined: true } : value,
    function (this: Record<string, unknown>, key, v: unknown) {
      const raw = this[key]
      return raw instanceof Uint8Array ? { $bytes: Buffer.from(raw).toString('base64') } : v
    },
  )
}

function decode(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('$undefined' in value) return undefined
    return '$bytes' in value ? new Uint8Array(Buffer.from(String(value.$bytes), 'base64')) : value
  })
}
