import { writeFile } from 'node:fs/promises'
import { dialog } from 'electron'
import { shellPageHtml } from '../windows/shell-page'
import { ShellWindow, type ShellWindowOptions } from '../windows/shell-window'
import { zipReport, type ReportFile } from './collect-report'

/** Shows exactly what a report would contain and saves it where the person chooses. Sends nothing. */
export class ReportWindow extends ShellWindow {
  readonly #files: readonly ReportFile[]

  constructor(files: readonly ReportFile[], options: ShellWindowOptions) {
    super({ title: 'Report a problem', width: 860, height: 720, ...options })
    this.#files = files
    this.#show()
  }

  act(action: string): void {
    if (action === 'save') void this.#save()
    else if (action === 'close') this.close()
  }

  #show(note?: string): void {
    const page = {
      title: 'Report a problem',
      heading: 'Report a problem',
      text: 'This is everything the report contains. Passwords, keys, addresses and your name are removed; your data and SQL are not included. Nothing is sent: save the file and share it with whoever you like.',
      note,
      actions: [
        { name: 'save', label: 'Save the report…', isPrimary: true },
        { name: 'close', label: 'Close' },
      ],
      sections: this.#files.map(({ name, text }) => ({ title: name, text })),
    }
    this.showDocument(shellPageHtml(page))
  }

  async #save(): Promise<void> {
    const { canceled, filePath } = await dialog.showSaveDialog(this.window, {
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
