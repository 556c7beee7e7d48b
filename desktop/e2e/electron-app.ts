import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect } from '@playwright/test'
import { repositoryRoot } from '../../scripts/repository-root.mjs'
import { buildDesktop } from '../../scripts/build-desktop.mjs'

/** Starts the checkout's app on a real Electron and walks through its first run, menu and second start. */
export async function runOnElectron(distFolder: string): Promise<void> {
  await buildDesktop()
  const userData = mkdtempSync(join(tmpdir(), 'tidemark-electron-'))
  const name = process.platform === 'win32' ? 'electron.exe' : 'electron'
  const executablePath =
    process.platform === 'darwin' ? join(distFolder, 'Electron.app/Contents/MacOS/Electron') : join(distFolder, name)
  const launch = () =>
    _electron.launch({
      executablePath,
      args: [
        join(repositoryRoot, 'desktop'),
        `--user-data-dir=${userData}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    })
  try {
    let app = await launch()
    const first = await app.firstWindow()
    await first.getByRole('button', { name: 'Work on this computer' }).click()
    const page = await app.waitForEvent('window', (window) => window.url().startsWith('http'))
    await page.waitForSelector('html[data-ready=true]')
    expect(await page.evaluate(() => window.tidemarkDesktop?.isDesktopApp)).toBe(true)
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('go-data')?.click())
    await expect(page).toHaveURL(/\/data$/)
    const { origin } = new URL(page.url())
    await app.close()
    app = await launch()
    const again = await app.waitForEvent('window', (window) => window.url().startsWith('http'))
    expect(new URL(again.url()).origin).toBe(origin)
    await app.close()
  } finally {
    rmSync(userData, { recursive: true, force: true })
  }
}
