import type { Page } from '@playwright/test'
import { sampleDashboard, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'
import { expect, test } from './team-fixtures'

test.slow()
test.use({ serviceWorkers: 'allow' })

test('without the server a workspace opens from this browser’s own data, for those who were not signed out', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Far away')
  // Not the owner, who would be signed out for the tests that follow.
  const { page, problems } = await openBrowser(await team.join(owner, workspace, 'Cy Park', 'admin'))
  problems.allow(...offlineProblems)
  const dashboard = `/w/${workspace.slug}${sampleDashboard.path}`
  await page.goto(dashboard)
  await waitUntilSynced(page)
  await waitUntilKept(page)
  await team.server.stop()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await expect(page.getByRole('button', { name: `${workspace.name}, workspace menu` })).toBeVisible()
  // Without a workspace in it, the address means the one that was open last.
  await page.goto('/data')
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/w/${workspace.slug}/data`)
  await page.goto('/w/somebody-else/data')
  await expect(page.getByRole('heading', { level: 1, name: 'The server cannot be reached' })).toBeVisible()

  // Only the server ends a session: what can be done without it is said.
  await page.goto(dashboard)
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible()
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await expect(page.getByRole('dialog').getByText(/^Only the server can end your session\./)).toBeVisible()

  await team.server.start()
  await page.goto(dashboard)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tidemark-signed-out'))).toBeNull()
  expect(await page.evaluate(() => document.cookie)).not.toContain('far-away')
  await team.server.stop()
  await page.goto(dashboard)
  await expect(page.getByRole('heading', { level: 1, name: 'The server cannot be reached' })).toBeVisible()
  await team.server.start()
})

/** The service worker has everything that a start without the server needs. */
async function waitUntilKept(page: Page): Promise<void> {
  const stateOfWorker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect.poll(stateOfWorker).toBe('activated')
}
