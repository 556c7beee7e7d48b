import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { buildDesktop } from '../../tools/build/build-desktop.mjs'
import type { DesktopRun } from './contract'

/** The checkout's app on a real Electron, with its own user folder. */
export class ElectronApp implements DesktopRun {
  readonly #userData = mkdtempSync(join(tmpdir(), 'tidemark-electron-'))
  readonly #executablePath: string
  #app: ElectronApplication | null = null
  #isBuilt = false

  /** distFolder: the folder of Electron's program. */
  constructor(distFolder: string) {
    const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
    const { platform } = process
    this.#executablePath = join(
      distFolder,
      platform === 'darwin' || platform === 'win32' ? names[platform] : 'electron',
    )
  }

  async launch(): Promise<void> {
    if (!this.#isBuilt) await buildDesktop()
    this.#isBuilt = true
    this.#app = await _electron.launch({
      executablePath: this.#executablePath,
      args: [
        join(repositoryRoot, 'desktop'),
        `--user-data-dir=${this.#userData}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    })
  }

  async page(begin: string | RegExp = /^http/): Promise<Page> {
    let found: Page | undefined
    const search = () => {
      found = this.#mustGetApp()
        .windows()
        .find((page) => page.url().search(begin) === 0)
      return found !== undefined
    }
    await expect.poll(search, { timeout: 90_000 }).toBe(true)
    if (found === undefined) throw new Error('no such window')
    return found
  }

  async clickMenu(id: string): Promise<void> {
    const click = async () =>
      await this.#mustGetApp().evaluate(({ Menu }, itemId) => {
        const item = Menu.getApplicationMenu()?.getMenuItemById(itemId)
        if (!item?.enabled) return false
        item.click()
        return true
      }, id)
    await expect.poll(click).toBe(true)
  }

  async quit(): Promise<void> {
    await this.#app?.close()
    this.#app = null
  }

  async remove(): Promise<void> {
    await this.quit()
    rmSync(this.#userData, { recursive: true, force: true })
  }

  #mustGetApp(): ElectronApplication {
    if (this.#app === null) throw new Error('the app does not run')
    return this.#app
  }
}
