import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'
import { HostInNode } from './host-in-node'

/** L2: what is shown when the data folder cannot be used, and that everything goes on once it can. */
let app: DoubleApp
let data: string
test.beforeEach(() => {
  app = new DoubleApp()
  withLocalProfile(app)
  data = join(app.userData, 'profiles', 'local', 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
})
test.afterEach(() => app.remove())

test('a profile that another process uses says which one, and opens once that has ended', async () => {
  const other = new HostInNode(process.env['TIDEMARK_STAGED_SERVER'] ?? repositoryRoot, await freePort(), data)
  try {
    await other.start()
    app.launch()
    const told = await app.page(/^data:.*did%20not%20start/)
    await expect(told.getByRole('heading')).toHaveText('Another Tidemark process is using this data folder.')
    await expect(told.getByText(`Process ${other.pid} has been using ${data}`)).toBeVisible()
    await expect(told.getByText('Close the other one, then try again.')).toBeVisible()
    await other.stop()
    await told.getByRole('button', { name: 'Try again' }).click()
    await expect((await openedPage(app)).getByRole('link', { name: 'The world in numbers' }).first()).toBeVisible()
  } finally {
    await other.stop()
  }
})

test('a full disk is told at the start and while one works, and nothing is lost by it', async () => {
  test.skip(!canMount(), 'needs a file system of its own, which root may mount on Linux')
  mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data)
  try {
    app.launch()
    const told = await app.page(/^data:.*did%20not%20start/)
    await expect(told.getByRole('heading')).toHaveText('The disk is full')
    await expect(told.getByText('Free some space, then try again.')).toBeVisible()
    await expect(told.getByText(data)).toBeVisible()
    mount('-o', 'remount,size=64m', data)
    await told.getByRole('button', { name: 'Try again' }).click()
    const page = await openedPage(app)
    await expect(page.getByText('Synced').first()).toBeVisible()

    fillDisk()
    await expect.poll(async () => (await app.menu('new-dashboard')).isEnabled).toBe(true)
    await app.control('menu.click', { id: 'new-dashboard' })
    await page.getByText('Not sent, 1 change waiting').click()
    const status = page.getByRole('dialog', { name: 'Sync status' })
    await expect(status).toContainText('The disk of the server is full')
    await expect(status).toContainText('Free some space where Tidemark keeps its data')
    await page.keyboard.press('Escape')
    const made = new URL(page.url()).pathname

    rmSync(join(data, 'ballast'))
    await app.control('menu.click', { id: 'sync-now' })
    await expect(page.getByText('Synced').first()).toBeVisible({ timeout: 30_000 })
    await app.quit()
    app.launch()
    await expect((await openedPage(app)).locator(`a[href="${made}"]`).first()).toBeVisible()
  } finally {
    await app.quit()
    execFileSync('/bin/umount', ['-l', data])
  }
})

test('a data folder that cannot be used is told with what to do, and nothing else is needed', async () => {
  rmSync(data, { recursive: true })
  writeFileSync(data, 'a file')
  app.launch()
  const told = await app.page(/^data:.*did%20not%20start/)
  await expect(told.getByRole('heading')).toHaveText('The data folder cannot be used.')
  await expect(told.getByText('Check that the folder exists and that you may write to it')).toBeVisible()
  rmSync(data)
  await told.getByRole('button', { name: 'Try again' }).click()
  await openedPage(app)
})

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data)
    execFileSync('/bin/umount', [data])
    return true
  } catch {
    // A container may forbid it to root as well.
    return false
  }
}

function mount(...args: readonly string[]): void {
  execFileSync('/bin/mount', args, { stdio: 'pipe' })
}

function fillDisk(): void {
  const file = openSync(join(data, 'ballast'), 'w')
  const page = Buffer.alloc(4_096)
  const fill = () => {
    for (;;) writeSync(file, page)
  }
  expect(fill).toThrow(/ENOSPC/)
  closeSync(file)
}
