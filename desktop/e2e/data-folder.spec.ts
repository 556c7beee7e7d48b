import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'
import { HostInNode } from './host-in-node'
import { inLongRun } from '../../testkit/long-run'

/** L2: the messages if the data folder cannot be used, and recovery once it can. */
test.describe('a data folder that cannot be used', () => {
  test.describe.configure({ mode: 'serial' })
  const app = new DoubleApp()
  const data = join(app.userData, 'profiles', 'local', 'data')
  const told = () => app.page(/^data:.*did%20not%20start/)
  test.beforeAll(() => {
    withLocalProfile(app)
    mkdirSync(dirname(data), { recursive: true, mode: 0o700 })
  })
  test.afterAll(() => app.remove())

  test('because a file is in its place is told with what to do', async () => {
    writeFileSync(data, 'a file')
    app.launch()
    const page = await told()
    await expect(page.getByRole('heading')).toHaveText('The data folder cannot be used.')
    await expect(page.getByText('Check that the folder exists and that you may write to it')).toBeVisible()
  })

  test('because another process uses it says which one, and opens once that has ended', inLongRun, async () => {
    rmSync(data)
    mkdirSync(data, { mode: 0o700 })
    const other = new HostInNode(process.env['TIDEMARK_STAGED_SERVER'] ?? repositoryRoot, await freePort(), data)
    try {
      await other.start()
      await (await told()).getByRole('button', { name: 'Try again' }).click()
      const heading = 'Another Tidemark process is using this data folder.'
      await expect(async () => expect((await told()).getByRole('heading')).toHaveText(heading)).toPass()
      const page = await told()
      await expect(page.getByText(`Process ${other.pid} has been using ${data}`)).toBeVisible()
      await expect(page.getByText('Close the other one, then try again.')).toBeVisible()
      await other.stop()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect((await openedPage(app)).getByRole('link', { name: 'The world in numbers' }).first()).toBeVisible()
    } finally {
      await other.stop()
    }
  })
})

test('a full disk is told at the start and while one works, and nothing is lost by it', async () => {
  const app = new DoubleApp()
  withLocalProfile(app)
  const data = join(app.userData, 'profiles', 'local', 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  test.skip(!canMount(data), 'needs a file system of its own, which root may mount on Linux')
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

    fillDisk(data)
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
    await app.remove()
  }
})

function canMount(data: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data)
    execFileSync('/bin/umount', [data])
    return true
  } catch {
    // A container may forbid it even to root.
    return false
  }
}

function mount(...args: readonly string[]): void {
  execFileSync('/bin/mount', args, { stdio: 'pipe' })
}

function fillDisk(data: string): void {
  const file = openSync(join(data, 'ballast'), 'w')
  const page = Buffer.alloc(4_096)
  const fill = () => {
    for (;;) writeSync(file, page)
  }
  expect(fill).toThrow(/ENOSPC/)
  closeSync(file)
}
