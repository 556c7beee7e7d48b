import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { openedPage } from './contract'
import { DoubleApp, withLocalProfile } from './double-app'
import { inLongRun } from '../../testkit/long-run'

const stay = { response: 1 }
const leave = { response: 0 }

/** L2: the app asks before something is lost with a page. */
test.describe('files that are not added yet', () => {
  test.describe.configure({ mode: 'serial' })
  const app = new DoubleApp()
  let stockPath = ''
  test.beforeAll(async () => {
    withLocalProfile(app)
    app.launch()
    await addStock(await openedPage(app))
  })
  test.afterAll(async () => {
    // A failed test may have left a file behind.
    await app.control('dialog.answer', leave).catch(() => undefined)
    await app.remove()
  })

  const questions = async () => (await app.effects('message-box')).map(({ message }) => message)
  const asked = async (message: string) => {
    await expect.poll(questions).toContain(message)
    return (await app.effects('message-box')).find((effect) => effect['message'] === message)
  }
  const isKept = async () => {
    const page = await openedPage(app)
    await expect(page.getByRole('group', { name: 'Other columns' })).toBeVisible()
    expect(await page.evaluate(async () => (await fetch('/api/health')).status)).toBe(200)
  }

  test('keep their window open while the person stays', async () => {
    const [window] = await app.windows()
    await app.control('window.close', { id: window?.id })
    expect(await asked('Close this window?')).toMatchObject({
      detail: 'A file has not been added yet. You would have to choose it again.',
      buttons: ['Close', 'Stay'],
      defaultId: 1,
      cancelId: 1,
    })
    // There is only one question.
    await app.control('window.close', { id: window?.id })
    await app.control('dialog.answer', stay)
    await isKept()
    expect(await questions()).toEqual(['Close this window?'])
  })

  test('keep their page while it would be loaded again', async () => {
    const page = await openedPage(app)
    // Chromium lets only pages that somebody has touched ask.
    await page.getByRole('heading', { level: 1, name: 'stock' }).click()
    await app.control('dialog.answer', stay)
    await page.evaluate(() => void setTimeout(() => location.reload()))
    await asked('Leave this page?')
    await app.lookAnew()
    await isKept()
  })

  test('keep the profile open while another one would be', async () => {
    await app.control('menu.click', { id: 'add-profile' })
    const adding = await app.page(/^data:.*Add%20a%20profile/)
    await adding.getByRole('button', { name: 'Another profile on this computer' }).click()
    await asked('Leave this profile?')
    await app.control('dialog.answer', stay)
    await isKept()
    const { profiles } = JSON.parse(readFileSync(join(app.userData, 'profiles.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect(profiles).toHaveLength(1)
    // A window that loses nothing closes at once, and its running work ends.
    const [, beside] = await app.windows()
    await app.control('window.close', { id: beside?.id })
    expect(await app.windows()).toHaveLength(1)
  })

  test('keep the app running while it would quit, also when it is told to once more', async () => {
    await app.control('app.quit')
    await asked('Quit Tidemark?')
    await app.control('app.quit')
    await app.control('dialog.answer', stay)
    await isKept()
    expect((await app.windows()).map(({ isVisible }) => isVisible)).toEqual([true])
  })

  test('are given up when the person says so, and their window comes back', async () => {
    stockPath = new URL((await openedPage(app)).url()).pathname
    await app.control('app.quit')
    await expect.poll(async () => (await questions()).filter((message) => message === 'Quit Tidemark?').length).toBe(2)
    await app.control('dialog.answer', leave)
    await app.ended()
    app.launch()
    const page = await openedPage(app)
    await expect(page).toHaveURL(new RegExp(`${stockPath}$`))
    await expect(page.getByRole('group', { name: 'Other columns' })).toHaveCount(0)
  })

  test('are lost with their window when the person closes it', inLongRun, async () => {
    await replaceStock(await openedPage(app))
    const [window] = await app.windows()
    await app.control('menu.click', { id: 'new-window' })
    await expect.poll(async () => (await app.windows()).length).toBe(2)
    await app.control('dialog.answer', leave)
    await app.control('window.close', { id: window?.id })
    await expect.poll(async () => (await app.windows()).map(({ id }) => id)).not.toContain(window?.id)
    const page = await openedPage(app)
    await page.goto(new URL(stockPath, page.url()).href)
    await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Other columns' })).toHaveCount(0)
  })

  test('do not hold up the end of the system, after which its windows come back', async () => {
    test.skip(process.platform !== 'linux', 'others ask as always, or not at all')
    const page = await openedPage(app)
    await replaceStock(page)
    const states = join(app.userData, 'profiles', 'local', 'window-state.json')
    writeFileSync(states, '[]')
    await app.control('window.end-session', { id: (await app.windows())[0]?.id })
    expect(JSON.parse(readFileSync(states, 'utf8'))).toMatchObject([{ path: new URL(page.url()).pathname }])
    expect(await app.control('power.shutdown')).toBe(true)
    await app.ended()
  })
})

/** Adds a file, and a newer one with other columns, which waits for a person to decide about these. */
async function addStock(page: Page): Promise<void> {
  await page.goto(new URL('/data', page.url()).href)
  await page.getByRole('button', { name: 'Add data' }).first().hover()
  await page.getByLabel('Files to add').first().setInputFiles(csvOf('item,count\nnails,7\n'))
  await expect(page.getByRole('heading', { level: 1, name: 'stock' })).toBeVisible({ timeout: 30_000 })
  await replaceStock(page)
}

async function replaceStock(page: Page): Promise<void> {
  await page.getByLabel('Newer file of stock').setInputFiles(csvOf('item,place\nbolts,A1\n'))
  await expect(page.getByRole('group', { name: 'Other columns' })).toBeVisible({ timeout: 30_000 })
}

function csvOf(text: string) {
  return { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}
