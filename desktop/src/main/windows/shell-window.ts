import { BrowserWindow, type WebContents } from 'electron'
import type { Tool } from '../app/window-set'
import type { Logger } from '@tidemark/shared/observability/logger'
import { secureWebPreferences } from '../security/secure-web-preferences'
import { documentUrl } from './shell-page'
import { windowBackground } from './window-background'

export interface ShellWindowOptions {
  readonly log: Logger
  readonly onClosed: () => void
}

interface Frame extends ShellWindowOptions {
  readonly title: string
  readonly width: number
  readonly height: number
}

/** A window besides the app's windows: it shows shell documents without a script and handles their buttons. */
export abstract class ShellWindow implements Tool {
  readonly ownOrigin = null
  protected readonly window: BrowserWindow
  readonly #log: Logger

  constructor({ title, width, height, log, onClosed }: Frame) {
    this.#log = log
    this.window = new BrowserWindow({
      width,
      height,
      minWidth: 375,
      minHeight: Math.min(400, height),
      title,
      backgroundColor: windowBackground(),
      webPreferences: secureWebPreferences(null),
    })
    this.window.on('closed', () => onClosed())
  }

  get contents(): WebContents {
    return this.window.webContents
  }

  focus(): void {
    this.window.show()
    this.window.focus()
  }

  close(): void {
    this.window.close()
  }

  abstract act(action: string, params: URLSearchParams): void

  /** html: a document from `shellDocument`. */
  protected showDocument(html: string): void {
    this.window
      .loadURL(documentUrl(html))
      .catch((thrown: unknown) => this.#log.error({ err: thrown }, 'A page of the shell is not shown.'))
  }
}
