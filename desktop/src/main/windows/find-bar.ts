import { WebContentsView, type BrowserWindow, type WebContents } from 'electron'
import * as z from 'zod/mini'
import type { Tool } from '../app/window-set'
import { secureWebPreferences } from '../security/secure-web-preferences'
import { findBarHtml } from './find-bar-page'
import { documentUrl } from './shell-page'

const size = { width: 400, height: 52 } as const
const margin = 12

/** A message of the bar's preload script: the text as it is typed, or a step to the next or the one before. */
const findRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('type'), text: z.string().check(z.maxLength(500)) }),
  z.strictObject({ kind: z.literal('step'), text: z.string().check(z.maxLength(500)), isForward: z.boolean() }),
])

/**
 * Finds text in the page of a window. A view of its own above the page: what is typed must not be found in its own field,
 * and no page can reach it.
 */
export class FindBar implements Tool {
  readonly ownOrigin = null
  readonly #view: WebContentsView
  readonly #parent: BrowserWindow
  readonly #stopListening: () => void
  readonly #onClosed: () => void
  #isClosed = false
  #text = ''

  constructor(parent: BrowserWindow, preloadPath: string, onClosed: () => void) {
    this.#parent = parent
    this.#onClosed = onClosed
    this.#view = new WebContentsView({ webPreferences: secureWebPreferences(preloadPath) })
    this.#view.setBorderRadius(10)
    parent.contentView.addChildView(this.#view)
    const place = () => this.#place()
    const close = () => this.close()
    const onFound = (_event: unknown, { activeMatchOrdinal, matches }: Electron.Result) =>
      this.contents.send('found', { place: activeMatchOrdinal, count: matches })
    parent.on('resize', place)
    parent.once('closed', close)
    parent.webContents.on('found-in-page', onFound)
    // Another page has nothing of what was found.
    parent.webContents.once('did-navigate', close)
    this.#stopListening = () => {
      parent.off('closed', close)
      if (parent.isDestroyed()) return
      parent.off('resize', place)
      parent.webContents.off('found-in-page', onFound)
      parent.webContents.off('did-navigate', close)
    }
    this.contents.ipc.on('find', ({ senderFrame }, request: unknown) => {
      if (senderFrame === null || senderFrame !== this.contents.mainFrame) return
      const parsed = findRequestSchema.safeParse(request)
      if (parsed.success) this.#find(parsed.data)
    })
    this.contents.on('before-input-event', (_event, { type, key }) => {
      if (type === 'keyDown' && key === 'Escape') this.close()
    })
    this.#place()
    this.contents.loadURL(documentUrl(findBarHtml())).then(
      () => this.focus(),
      () => this.close(),
    )
  }

  get contents(): WebContents {
    return this.#view.webContents
  }

  focus(): void {
    if (!this.#isClosed) this.contents.focus()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopListening()
    if (!this.#parent.isDestroyed()) {
      this.#parent.contentView.removeChildView(this.#view)
      this.#parent.webContents.stopFindInPage('keepSelection')
      this.#parent.webContents.focus()
    }
    this.contents.close()
    this.#onClosed()
  }

  /** Its button is a link of the shell. */
  act(action: string): void {
    if (action === 'close') this.close()
  }

  #find(request: z.infer<typeof findRequestSchema>): void {
    const { webContents } = this.#parent
    const { text } = request
    const isNew = text !== this.#text
    this.#text = text
    if (text === '') return webContents.stopFindInPage('clearSelection')
    webContents.findInPage(text, { findNext: isNew, forward: request.kind === 'type' || request.isForward })
  }

  #place(): void {
    const { width } = this.#parent.getContentBounds()
    const own = Math.min(size.width, width - 2 * margin)
    this.#view.setBounds({ x: width - own - margin, y: margin, width: own, height: size.height })
  }
}
