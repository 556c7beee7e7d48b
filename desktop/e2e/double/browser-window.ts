import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type {
  BrowserWindowConstructorOptions,
  Rectangle,
  WebContentsViewConstructorOptions,
  WebPreferences,
} from 'electron'
import { ContentsDouble, contentsEvents } from './contents'
import { effects, onControl } from './control'
import { sessionOf, session } from './sessions'
import { strict } from './strict'

const windows = new Set<BrowserWindowDouble>()
let focusedId: number | null = null
let nextId = 1

/** Preferences that every window of Tidemark must have. */
const demanded = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  webSecurity: true,
  spellcheck: process.platform === 'darwin',
}

export class BrowserWindowDouble extends EventEmitter {
  readonly id = nextId++
  readonly contents: ContentsDouble
  readonly webContents: ContentsDouble
  title: string
  backgroundColor: string
  isVisible: boolean
  #bounds: Rectangle
  #isDestroyed = false
  #isMinimized = false
  #isMaximized = false
  #hasPainted = false
  readonly contentView = strict('contentView', {
    addChildView: (view: WebContentsViewDouble) => void this.views.add(viewOf(view)),
    removeChildView: (view: WebContentsViewDouble) => void this.views.delete(viewOf(view)),
  })
  readonly views = new Set<WebContentsViewDouble>()

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    const { webPreferences = {}, show = true, title = '', x = 0, y = 0, width = 800, height = 600 } = options
    this.backgroundColor = options.backgroundColor ?? '#fff'
    demandSafe(webPreferences)
    this.title = title
    this.isVisible = show
    this.#bounds = { x, y, width, height }
    this.contents = createContents(webPreferences)
    this.webContents = strict('webContents', this.contents)
    this.contents.facade = this.webContents
    windows.add(this)
    if (show) focusedId = this.id
    this.contents.on('did-finish-load', () => {
      if (this.#hasPainted) return
      this.#hasPainted = true
      this.emit('ready-to-show')
    })
    contentsEvents.emit('created', this.webContents)
    return strict('BrowserWindow', this)
  }

  static fromWebContents(contents: ContentsDouble): BrowserWindowDouble | null {
    return [...windows].find((window) => window.webContents === contents) ?? null
  }

  async loadURL(url: string): Promise<void> {
    await this.contents.load(url)
  }

  show(): void {
    const wasVisible = this.isVisible
    this.isVisible = true
    if (!wasVisible) this.emit('show')
    this.focus()
  }

  hide(): void {
    this.isVisible = false
    if (focusedId === this.id) focusedId = null
  }

  focus(): void {
    focusedId = this.id
    this.emit('focus')
  }

  isFocused(): boolean {
    return focusedId === this.id
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  restore(): void {
    this.#isMinimized = false
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  maximize(): void {
    this.#isMaximized = true
  }

  getNormalBounds(): Rectangle {
    return this.#bounds
  }

  getContentBounds(): Rectangle {
    return this.#bounds
  }

  setBounds(bounds: Rectangle): void {
    this.#bounds = bounds
  }

  setTitle(title: string): void {
    this.title = title
  }

  setBackgroundColor(color: string): void {
    this.backgroundColor = color
  }

  setProgressBar(fraction: number): void {
    effects.push({ kind: 'progress', window: this.id, fraction })
  }

  close(): void {
    if (this.#isDestroyed) return
    let isPrevented = false
    this.emit('close', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    windows.delete(this)
    if (focusedId === this.id) focusedId = null
    void this.contents.opened.then(({ page }) => page.close()).catch(() => undefined)
    this.emit('closed')
    if (windows.size === 0) contentsEvents.emit('all-closed')
  }
}

/** A page in a view above that of a window. */
export class WebContentsViewDouble {
  readonly contents: ContentsDouble
  readonly webContents: ContentsDouble
  bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 }
  static targets = new WeakMap<WebContentsViewDouble, WebContentsViewDouble>()

  constructor({ webPreferences = {} }: WebContentsViewConstructorOptions = {}) {
    demandSafe(webPreferences)
    this.contents = createContents(webPreferences)
    this.webContents = strict('webContents', this.contents)
    this.contents.facade = this.webContents
    contentsEvents.emit('created', this.webContents)
    const facade = strict('WebContentsView', this)
    WebContentsViewDouble.targets.set(facade, this)
    return facade
  }

  setBounds(bounds: Rectangle): void {
    this.bounds = bounds
  }

  setBorderRadius(): void {}
}

function viewOf(facade: WebContentsViewDouble): WebContentsViewDouble {
  const found = WebContentsViewDouble.targets.get(facade)
  if (found === undefined) throw new Error('a view that was not made by the double')
  return found
}

function demandSafe(webPreferences: WebPreferences): void {
  for (const [name, value] of Object.entries(demanded)) {
    if (Reflect.get(webPreferences, name) !== value) throw new Error(`a page with ${name} other than ${value}`)
  }
}

function createContents({ preload, session: chosen }: WebPreferences): ContentsDouble {
  const given = (chosen ?? session.fromPartition('default')) as unknown as { partition: string }
  return new ContentsDouble(sessionOf(given), preload === undefined ? null : readFileSync(preload, 'utf8'))
}

/** Closes all windows; returns true if all of them closed. */
export function closeAllWindows(): boolean {
  for (const window of windows) window.close()
  return windows.size === 0
}

function mustGet(id: number): BrowserWindowDouble {
  const found = [...windows].find((window) => window.id === id)
  if (found === undefined) throw new Error(`no window ${id}`)
  return found
}

onControl('windows', async () =>
  Promise.all(
    [...windows].map(async (window) => {
      const { navigatedTo, opened } = window.contents
      const { targetId, page } = await opened
      const { endpoint, partition } = window.contents.session
      const { id, title, isVisible } = window
      return {
        id,
        title,
        isVisible,
        isFocused: focusedId === window.id,
        backgroundColor: window.backgroundColor,
        targetId,
        endpoint,
        partition,
        url: page.url(),
        navigatedTo,
        bounds: window.getNormalBounds(),
      }
    }),
  ),
)
onControl('views', async () =>
  Promise.all(
    [...windows].flatMap((window) =>
      [...window.views].map(async ({ contents, bounds }) => {
        const { targetId, page } = await contents.opened
        const { endpoint, partition } = contents.session
        return { window: window.id, targetId, endpoint, partition, url: page.url(), bounds }
      }),
    ),
  ),
)
onControl('window.attach-webview', ({ id }: { id: number }) => {
  let isRefused = false
  mustGet(id).contents.emit('will-attach-webview', { preventDefault: () => (isRefused = true) }, {}, {})
  return isRefused
})
onControl('window.focus', ({ id }: { id: number }) => mustGet(id).focus())
onControl('window.blur', () => {
  focusedId = null
})
onControl('window.close', ({ id }: { id: number }) => mustGet(id).close())
onControl('window.end-session', ({ id }: { id: number }) => mustGet(id).emit('session-end', { reasons: ['shutdown'] }))
onControl('window.move', ({ id, bounds }: { id: number; bounds: Rectangle }) => mustGet(id).setBounds(bounds))
onControl('ipc.raw', ({ id, channel, args }: { id: number; channel: string; args: unknown[] }) =>
  mustGet(id).contents.invokeRaw(channel, args),
)
onControl(
  'ipc.frame',
  ({ id, channel, args, origin }: { id: number; channel: string; args: unknown[]; origin: string }) =>
    mustGet(id).contents.invokeFromFrame(channel, args, origin),
)
