import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { rename, sampleDashboard, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'
import { expect, kept, signIn, test } from './team-fixtures'

test.slow()
test.use({ serviceWorkers: 'allow' })

test('without the server a workspace opens from this browser’s own data, for those who were not signed out', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Far away')
  // Signs in somebody other than the owner, who would be signed out for later tests.
  const cy = await team.join(owner, workspace, 'Cy Park', 'admin')
  const { page, context, problems } = await openBrowser(cy)
  problems.allow(...offlineProblems, /401/)
  const dashboard = `/w/${workspace.slug}${sampleDashboard.path}`
  await page.goto(dashboard)
  await waitUntilSynced(page)
  await waitUntilKept(page)
  await team.server.stop()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await expect(page.getByRole('button', { name: `${workspace.name}, workspace menu` })).toBeVisible()
  // Without a workspace, the address means the one opened last.
  await page.goto('/data')
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/w/${workspace.slug}/data`)
  await page.goto('/w/somebody-else/data')
  await expect(page.getByRole('heading', { level: 1, name: 'The server cannot be reached' })).toBeVisible()

  // Signing out needs no server: nothing of the person is shown any more, and pending changes are kept for them.
  await page.goto(dashboard)
  const other = await context.newPage()
  await other.goto(dashboard)
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible()
  await rename(page, 'dashboard name', 'Named on the plane')
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  const dialog = page.getByRole('dialog', { name: 'One change is not sent yet' })
  await expect(dialog).toContainText('Signing out takes effect in this browser at once')
  await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
  const signedOut = { level: 1, name: 'You are signed out' } as const
  await expect(other.getByRole('heading', signedOut)).toBeVisible()
  await expect(page.getByRole('heading', signedOut)).toBeVisible()
  // Told by whichever tab deletes the browser's data.
  const countTold = async (tab: Page) => await tab.getByText('One change was not sent').count()
  await expect.poll(async () => (await countTold(page)) + (await countTold(other))).toBeGreaterThan(0)
  await other.goto(dashboard)
  await expect(other.getByRole('heading', signedOut)).toBeVisible()
  await other.close()
  await page.goto(dashboard)
  await expect(page.getByRole('heading', signedOut)).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  await expect.poll(() => kept(page)).toEqual([expect.stringMatching(/:rescued$/)])

  // The server learns of it by the first request that reaches it.
  await team.server.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible({ timeout: 20_000 })
  expect((await cy.api.get('/api/session')).status()).toBe(401)
  await signIn(page, cy)
  await page.goto(dashboard)
  // The kept change is offered.
  await expect(page.getByRole('status').filter({ hasText: '1 recovered change' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  // A recovered change has not been sent either.
  await page.getByRole('dialog').getByRole('button', { name: 'Keep and sign out' }).click()
  await page.waitForURL('**/sign-in')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tidemark-signed-out'))).toBeNull()
  expect(await page.evaluate(() => document.cookie)).not.toContain('far-away')
  await team.server.stop()
  await page.goto(dashboard)
  await expect(page.getByRole('heading', { level: 1, name: 'The server cannot be reached' })).toBeVisible()
  await team.server.start()
})

/** Waits until the service worker has everything for a start without the server, which are some six hundred files. */
async function waitUntilKept(page: Page): Promise<void> {
  const stateOfWorker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect.poll(stateOfWorker, { timeout: 60_000 }).toBe('activated')
}
