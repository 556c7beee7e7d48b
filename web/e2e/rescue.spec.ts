import type { Page } from '@playwright/test'
import { changeStore } from './change-store'
import { expect, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'

test.slow()

/** What the server may have done to a browser's client while that was offline. */
const losses = {
  'forgotten after a restore': 'DELETE FROM client_group',
  'given to somebody else': `UPDATE client_group SET user_id = 'somebody-else'`,
} as const

for (const [loss, sql] of Object.entries(losses)) {
  test(`edits made offline outlive a client that was ${loss}`, async ({ page, server, problems }) => {
    problems.allow(...offlineProblems, /403/)
    await openNewDashboard(page, 'Before')
    await waitUntilSynced(page)
    await server.stop()
    await rename(page, 'dashboard name', 'Edited on a plane')
    await expect(status(page)).toHaveText('Offline, 1 change waiting', { timeout: 20_000 })
    await changeStore(server, sql)

    await expect(status(page)).toHaveText('Not syncing', { timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
    await status(page).click()
    await page.getByRole('dialog', { name: 'Sync status' }).getByRole('button', { name: 'Reload' }).click()

    await expect(status(page)).toHaveText('1 rescued change', { timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible()
    await status(page).click()
    await page.getByRole('button', { name: 'Make it again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
    await waitUntilSynced(page)
    await page.reload()
    await waitUntilSynced(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Edited on a plane' })).toBeVisible()
  })
}

test('a full disk is told in the status, and edits still reach the server', async ({ page }) => {
  await openNewDashboard(page, 'On a full disk')
  await waitUntilSynced(page)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('There is no room left.', 'QuotaExceededError')
    }
  })
  await rename(page, 'dashboard name', 'Nevertheless')
  await expect(status(page)).toHaveText('Browser storage is full', { timeout: 20_000 })
  await expect.poll(async () => (await (await page.request.get(page.url())).text()).includes('Nevertheless')).toBe(true)
})

test('a browser that lets nothing be stored says so, and edits still reach the server', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked.', 'SecurityError')
    }
  })
  await openNewDashboard(page, 'In a private window')
  await waitUntilSynced(page)
  const notices = page.getByRole('complementary', { name: 'Notices' })
  await expect(notices).toContainText('This browser does not let Tidemark store data')
  expect(await (await page.request.get(page.url())).text()).toContain('In a private window')
  await notices.getByRole('button', { name: 'Close this notice' }).click()
  await expect(notices).toBeHidden()
})

function status(page: Page) {
  return page.locator('header').getByRole('status')
}
