import { WebContentsView, type BrowserWindow, type WebContents } from 'electron'
import * as z from 'zod/mini'
import type { Tool } from '../app/window-set'
import { secureWebPreferences } from '../security/secure-web-preferences'
import { documentUrl, shellDocument } from './shell-page'
import { shellOrigin } from '../security/navigation-rules'

const size = { width: 400, height: 52 } as const
const margin = 12

/** A message of the bar's preload script: the typed text, or a step to the next or previous match. */
const findRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('type'), text: z.string().check(z.maxLength(500)) }),
  z.strictObject({ kind: z.literal('step'), text: z.string().check(z.maxLength(500)), isForward: z.boolean() }),
])

/**
 * Finds text in a window's page. It is a view above the page, so that the search does not match its own field and no
 * page can reach it.
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
    // The matches belong to the page that was left.
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

  /** Handles the bar's button, which is a shell link. */
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

/** Returns the bar's document. Its script is its preload script, which relies on these ids. */
function findBarHtml(): string {
  const body = `<search><form id="find"><input id="text" aria-label="Find in this page" placeholder="Find in this page" autocomplete="off" spellcheck="false" autofocus>
<output id="count" role="status"></output>
<button class="button" type="button" id="previous" aria-label="Previous" title="Previous (Shift+Enter)">${arrow('M4 10l4-4 4 4')}</button>
<button class="button" id="next" aria-label="Next" title="Next (Enter)">${arrow('M4 6l4 4 4-4')}</button>
<a class="button" role="button" href="${shellOrigin}/close" aria-label="Close" title="Close (Escape)">${arrow('M4.5 4.5l7 7M11.5 4.5l-7 7')}</a></form></search>`
  return shellDocument({ title: 'Find', body, styles })
}

function arrow(path: string): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`
}

const styles = `body{background:var(--surface);overflow:hidden}main{padding:0;max-width:none;height:52px;border:1px solid var(--line);border-radius:10px}
form{display:flex;gap:4px;align-items:center;margin:0;padding:9px}input{min-width:0}input:focus-visible{outline-offset:-1px}
output{min-width:64px;padding:0 4px;text-align:right;color:var(--muted);font-variant-numeric:tabular-nums;white-space:nowrap}
output.none{color:var(--bad)}.button{width:32px;padding:0;justify-content:center;border-color:transparent;flex:none}`
