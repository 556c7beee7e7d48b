import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findChromium } from '../../tools/checks/find-chromium.mjs'
import { accessibilityOf } from './accessibility-of'
import { changeStore } from './change-store'
import { expect, makeDashboard, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'
import { offlineProblems, PageProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

test.slow()

/** Ways in which the server may have lost a browser's client while the browser was offline. */
const losses = {
  'forgotten after a restore': 'DELETE FROM client_group',
  'given to somebody else': `UPDATE client_group SET user_id = 'somebody-else'`,
} as const

test(
  'edits made offline outlive a client that was forgotten after a restore or given to somebody else',
  inLongRun,
  async ({ page, server, problems }) => {
    problems.allow(...offlineProblems, /403/)
    for (const [loss, sql] of Object.entries(losses)) {
      await test.step(loss, async () => {
        // Created by hand, because the server must know this browser before it can forget it.
        await makeDashboard(page, 'Before')
        await waitUntilSynced(page)
        await server.stop()
        await rename(page, 'dashboard name', 'Edited on a plane')
        await expect(status(page)).toHaveText('Offline, 1 change waiting', { timeout: 20_000 })
        await changeStore(server, sql)
        await page.evaluate(() => dispatchEvent(new Event('online')))

        await expect(status(page)).toHaveText('Not syncing', { timeout: 20_000 })
        await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
        await status(page).click()
        await page.getByRole('dialog', { name: 'Sync status' }).getByRole('button', { name: 'Reload' }).click()

        await expect(status(page)).toHaveText('1 recovered change', { timeout: 20_000 })
        await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible()
        await status(page).click()
        await page.getByRole('button', { name: 'Apply it again' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
        await waitUntilSynced(page)
        await page.reload()
        await waitUntilSynced(page)
        await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
      })
    }
  },
)

test(
  'a text is offered once: whoever has decided about it in the editor finds it among no recovered changes',
  inLongRun,
  async ({ page, browser, server, problems }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/)
    const context = page.context()
    await page.goto('/charts/sample-daily-highs')
    await waitUntilSynced(page)
    const address = page.url()
    await context.setOffline(true)
    await expect(status(page)).toContainText('Offline', { timeout: 20_000 })
    await writeSql(page, 'select 1 as mine')
    const journal = await page.waitForFunction(() =>
      Object.entries<string>(localStorage).find(
        ([key, text]) => key.includes(':journal:') && text.includes('as mine') && text.includes('"found"'),
      ),
    )
    const left = await journal.jsonValue()
    await page.close()
    await context.setOffline(false)
    await leaveJournalAlone(await context.newPage(), left)
    const otherContext = await browser.newContext({ baseURL: server.origin })
    const other = await otherContext.newPage()
    await other.goto(address)
    await waitUntilSynced(other)
    await writeSql(other, 'select 2 as theirs')
    await sqlOf(other).blur()
    await waitUntilSynced(other)
    await otherContext.close()

    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(address)
    await expect(next.getByText('This query was changed elsewhere.')).toBeVisible()
    await expect(status(next)).toHaveText('1 recovered change')
    await looksAtIt(next)
    await next.getByRole('button', { name: 'Use theirs' }).click()
    await expect(sqlOf(next)).toContainText('as theirs')
    await expect(status(next)).toHaveText('Synced')
    await next.reload()
    await waitUntilSynced(next)
    await expect(sqlOf(next)).toContainText('as theirs')
    await expect(next.getByText('This query was changed elsewhere.')).toBeHidden()
    expect(
      await next.evaluate(() => Object.values<string>(localStorage).filter((text) => text.includes('as mine'))),
    ).toEqual([])
  },
)

test('a full disk is told in the status, and edits still reach the server', async ({ page, server }) => {
  const browser = await page.context().newCDPSession(page)
  const origin = `${server.origin}/`
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 })
  await openNewDashboard(page, 'On a full disk')
  await waitUntilSynced(page)
  let round = 0
  // The browser compacts its files now and then, and the freed space may be enough for one edit.
  await expect(async () => {
    await fillStorage(page)
    await rename(page, 'dashboard name', `Nevertheless ${(round += 1)}`)
    await expect(status(page)).toHaveText('Browser storage is full', { timeout: 6_000 })
  }).toPass()
  const name = `Nevertheless ${round}`
  await expect.poll(async () => (await (await page.request.get(page.url())).text()).includes(name)).toBe(true)
})

test(
  'a browser that lets nothing be stored says so, and edits still reach the server',
  inLongRun,
  async ({ playwright, launchOptions, server }) => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-blocked-'))
    await mkdir(join(folder, 'Default'))
    // The browser's setting that forbids sites to store data.
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      // The headless shell has no such settings.
      executablePath: findChromium() ?? playwright.chromium.executablePath(),
      serviceWorkers: 'block',
    })
    try {
      const problems = new PageProblems(context, server.origin)
      const page = await context.newPage()
      await openNewDashboard(page, 'In a browser that keeps nothing', { origin: server.origin })
      await waitUntilSynced(page)
      const notices = page.getByRole('complementary', { name: 'Notices' })
      await expect(notices).toContainText('This browser does not let Tidemark store data')
      expect(await (await fetch(page.url())).text()).toContain('In a browser that keeps nothing')
      await notices.getByRole('button', { name: 'Close this notice' }).click()
      await expect(notices).toBeHidden()
      expect(problems.unexpected()).toEqual([])
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

function status(page: Page) {
  return page.locator('header').getByRole('status')
}

/** Leaves the page as if it had closed before the local database wrote anything. */
async function leaveJournalAlone(page: Page, [key, text] = ['', '']): Promise<void> {
  // A page without Tidemark's code.
  const html = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/blank')
  await page.evaluate(
    async ([key, text]) => {
      localStorage.setItem(key, text)
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = resolve
          request.onerror = () => reject(request.error ?? new Error('not deleted'))
        })
      }
    },
    [key, text] as const,
  )
  await page.close()
}

/** Checks that the only recovered change can be previewed before it is decided, also by keyboard alone. */
async function looksAtIt(page: Page): Promise<void> {
  const details = page.getByRole('dialog', { name: 'Sync status' })
  await page.getByRole('button', { name: 'Sync status: 1 recovered change' }).focus()
  await page.keyboard.press('Enter')
  const show = details.getByRole('button', { name: 'Show what is in it: Edit the query of “Daily highs in Seattle”' })
  await expect(show).toHaveAttribute('aria-expanded', 'false')
  await show.focus()
  await page.keyboard.press('Enter')
  const lines = details.getByRole('group', { name: 'What changed, line by line' })
  await expect(lines.getByRole('insertion')).toHaveText(/select 1 as mine/)
  await expect(lines.getByRole('deletion')).toHaveText(/select 2 as theirs/)
  await expect(details.getByText(/^Made (now|1 minute ago)$/)).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  await details.getByRole('button', { name: /^Hide what is in it: / }).click()
  await expect(lines).toBeHidden()
  await page.keyboard.press('Escape')
}

function sqlOf(page: Page) {
  return page.getByRole('textbox', { name: /^SQL of / })
}

async function writeSql(page: Page, sql: string): Promise<void> {
  await sqlOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

/** Uses up all storage that the browser allows this site, down to the last hundred bytes. */
async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('filler', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('rows', { autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('not opened'))
    })
    const put = (sizeBytes: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('rows', 'readwrite')
        const bytes = new Uint8Array(sizeBytes)
        transaction.objectStore('rows').put(crypto.getRandomValues(bytes))
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
      })
    for (const sizeBytes of [50_000, 5_000, 500, 50]) while (await put(sizeBytes));
  })
}
