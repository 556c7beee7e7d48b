import { writeFile } from 'node:fs/promises'
import { BrowserWindow, dialog, type WebContents } from 'electron'
import type { Tool } from '../app/window-set'
import type { Log } from '../log'
import { secureWebPreferences } from '../security/secure-web-preferences'
import { shellPageUrl } from '../windows/shell-page'
import { zipReport, type ReportFile } from './collect-report'
import { windowBackground } from '../windows/window-background'

/** Shows what a report would carry, word for word, and saves it where the person says. Nothing is sent. */
export class ReportWindow implements Tool {
  readonly ownOrigin = null
  readonly #window: BrowserWindow
  readonly #files: readonly ReportFile[]
  readonly #log: Log

  constructor(files: readonly ReportFile[], log: Log, onClosed: () => void) {
    this.#files = files
    this.#log = log
    this.#window = new BrowserWindow({
      width: 860,
      height: 720,
      minWidth: 375,
      minHeight: 400,
      title: 'Report a problem',
      backgroundColor: windowBackground(),
      webPreferences: secureWebPreferences(null),
    })
    this.#window.on('closed', () => onClosed())
    this.#show()
  }

  get contents(): WebContents {
    return this.#window.webContents
  }

  focus(): void {
    this.#window.show()
    this.#window.focus()
  }

  close(): void {
    this.#window.close()
  }

  act(action: string): void {
    if (action === 'save') void this.#save()
    else if (action === 'close') this.close()
  }

  #show(note?: string): void {
    const page = {
      title: 'Report a problem',
      heading: 'Report a problem',
      text: 'This is all that the report contains. Passwords, keys, addresses and your name are taken out; your data and your SQL are not in it. Nothing is sent: you save the file and give it to whom you like.',
      note,
      actions: [
        { name: 'save', label: 'Save the report…', isPrimary: true },
        { name: 'close', label: 'Close' },
      ],
      sections: this.#files.map(({ name, text }) => ({ title: name, text })),
    }
    this.#window
      .loadURL(shellPageUrl(page))
      .catch((thrown: unknown) => this.#log.error('The report is not shown.', thrown))
  }

  async #save(): Promise<void> {
    const { canceled, filePath } = await dialog.showSaveDialog(this.#window, {
      defaultPath: 'tidemark-report.zip',
      filters: [{ name: 'Zip', extensions: ['zip'] }],
    })
    if (canceled || filePath === '') return
    try {
      await writeFile(filePath, zipReport(this.#files))
      this.#show(`Saved as ${filePath}`)
    } catch (thrown) {
      this.#show(`It could not be saved: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
  }
}
