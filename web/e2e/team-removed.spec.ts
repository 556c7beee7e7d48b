import { rename, sampleDashboard, waitUntilSynced } from './fixtures'
import { accessibilityOf } from './accessibility-of'
import { expect, test, type Person } from './team-fixtures'

test.slow()

test('a menu lists the workspaces one is let into; who is removed is told so and asked for nothing more, and what waited is sent when they are let in again', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Leaving')
  const headers = { 'x-tidemark-workspace': workspace.id }
  const rob = await team.join(owner, workspace, 'Rob Fane', 'editor')
  const { page, problems } = await openBrowser(rob)
  problems.allow(/403/, /ERR_FAILED/, /Failed to fetch/)
  const dashboard = `/w/${workspace.slug}${sampleDashboard.path}`
  await page.goto(dashboard)
  await waitUntilSynced(page)

  const other = await team.workspaceOf(owner, 'Elsewhere')
  const listed = page.getByRole('menuitem', { name: other.name })
  const openMenu = () => page.getByRole('button', { name: /workspace menu$/ }).click()
  await letIn(owner, rob, other)
  await openMenu()
  await expect(listed).toBeVisible()
  await page.keyboard.press('Escape')
  // Known from then on, without another answer from the server.
  await page.route('**/api/session', () => undefined)
  await openMenu()
  await expect(page.getByRole('menuitem', { name: workspace.name })).toBeVisible()
  expect(await listed.count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/session')
  await owner.api.delete(`/api/members/${rob.id}`, { headers: { 'x-tidemark-workspace': other.id } })
  await openMenu()
  await expect(page.getByRole('menuitem', { name: workspace.name })).toBeVisible()
  await expect(listed).toHaveCount(0)
  // An open menu is updated.
  await letIn(owner, rob, other)
  await expect(listed).toBeVisible()
  await owner.api.delete(`/api/members/${rob.id}`, { headers: { 'x-tidemark-workspace': other.id } })
  await expect(listed).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.route('**/api/replicache/push', (route) => route.abort())
  await rename(page, 'dashboard name', 'Not sent in time')

  expect((await owner.api.delete(`/api/members/${rob.id}`, { headers })).ok()).toBe(true)
  const notices = page.getByRole('complementary', { name: 'Notices' })
  await expect(notices).toContainText(`You are no longer a member of ${workspace.name}`)
  await expect(notices).toContainText('One change that was not sent is kept in this browser')
  await expect(notices.getByRole('link', { name: 'Your workspaces' })).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Each of these would cause a request.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.locator('header').getByRole('status').first().click()
  await expect(page.getByRole('dialog', { name: 'Sync status' })).toContainText('Nothing is sent or fetched any more.')
  await page.evaluate(async () => void (await fetch('/api/health')))
  expect(asked.filter((path) => /replicache|presence/.test(path))).toEqual([])
  await page.keyboard.press('Escape')

  await letIn(owner, rob, workspace)
  await page.unroute('**/api/replicache/push')
  await notices.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Not sent in time' })).toBeVisible()
  await waitUntilSynced(page)
  await expect(notices).toBeHidden()
  await expect.poll(async () => (await (await owner.api.get(dashboard)).text()).includes('Not sent in time')).toBe(true)
})

/** Adds a person with an account to another workspace. */
async function letIn(owner: Person, { email, api }: Person, { id }: { readonly id: string }): Promise<void> {
  const headers = { 'x-tidemark-workspace': id }
  const created = await owner.api.post('/api/invites', { data: { email, role: 'editor' }, headers })
  const { link } = (await created.json()) as { readonly link: string } // our own API
  expect((await api.post('/api/invites/accept', { data: { token: link.split('#')[1] } })).ok()).toBe(true)
}
