import type { Page } from '@playwright/test'
import {
  expect,
  openDashboard,
  openNewDashboard,
  rename,
  sampleDashboard,
  test,
  tile,
  waitUntilOnDisk,
  waitUntilSynced,
  drawing,
} from './fixtures'
import { FrontProxy } from './front-proxy'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

test.slow()
test.use({ serviceWorkers: 'allow' })

test('without the server any page opens from this browser’s own data, and what is edited there is sent later', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'At home')
  const ownPath = new URL(page.url()).pathname
  await openDashboard(page)
  await expect(drawing(tile(page, 'CO₂ at Mauna Loa'))).toBeVisible()
  await waitUntilKept(page)
  await server.stop()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await expect(drawing(tile(page, 'CO₂ at Mauna Loa'))).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(sampleDashboard.tileCount)
  await expect(offline(page)).toBeVisible()

  await page.goto(ownPath)
  await rename(page, 'dashboard name', 'Far from home')
  await expect(offline(page)).toHaveText('Offline, 1 change waiting', { timeout: 20_000 })
  await waitUntilOnDisk(page, 'Far from home')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Far from home' })).toBeVisible()
  // `hydration.spec.ts` tests pages whose content may have changed.
  for (const [path, heading] of [
    ['/settings', 'Settings'],
    ['/trash', 'Trash'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await server.start()
  await waitUntilSynced(page)
  await page.goto(ownPath)
  await expect(page.getByRole('heading', { level: 1, name: 'Far from home' })).toBeVisible()
})

test(
  'a page open over a deploy goes on, says that there is a new version, and loads it when asked',
  inLongRun,
  async ({ page, server, problems }) => {
    problems.allow(...offlineProblems, /502/)
    const proxy = await FrontProxy.open(server.origin)
    try {
      await page.goto(proxy.origin + sampleDashboard.path)
      await waitUntilSynced(page)
      await waitUntilKept(page)
      const notices = page.getByRole('complementary', { name: 'Notices' })
      await expect(notices).toBeHidden()

      proxy.buildId = 'the-next-build'
      await server.stop()
      await expect(offline(page)).toBeVisible({ timeout: 20_000 })
      await server.start()
      await expect(notices).toContainText('A new version is ready', { timeout: 20_000 })
      await waitUntilSynced(page)
      // The page did not reload by itself, and parts of it that load on demand are still available.
      await page.getByRole('button', { name: 'History', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'History' }).getByText('Current version')).toBeVisible()
      await page.keyboard.press('Escape')

      await server.stop()
      await notices.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
      await expect(offline(page)).toBeVisible({ timeout: 20_000 })
      await server.start()
      await waitUntilSynced(page)
    } finally {
      await proxy.close()
    }
  },
)

/** Waits until the service worker has fetched everything and controls this page. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

function offline(page: Page) {
  return page
    .locator('header')
    .getByRole('status')
    .filter({ hasText: /^Offline/ })
}
