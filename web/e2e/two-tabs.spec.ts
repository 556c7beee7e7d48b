import { expect, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'

test('a second tab shows an edit within a moment, and one made there comes back', async ({ page, context }) => {
  await openNewDashboard(page, 'Here and there')
  await waitUntilSynced(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: 'Here and there' })).toBeVisible()
  await rename(page, 'dashboard name', 'Renamed here')
  await expect(other.getByRole('heading', { level: 1, name: 'Renamed here' })).toBeVisible()
  await waitUntilSynced(other)
  await rename(other, 'dashboard name', 'Renamed there')
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed there' })).toBeVisible()
})

test('another browser shows an edit within a moment', async ({ page, browser, server }) => {
  await openNewDashboard(page, 'Two people')
  await waitUntilSynced(page)
  const otherContext = await browser.newContext({ baseURL: server.origin })
  const other = await otherContext.newPage()
  await other.goto(new URL(page.url()).pathname)
  await waitUntilSynced(other)
  await rename(page, 'dashboard name', 'Seen by both')
  await expect(other.getByRole('heading', { level: 1, name: 'Seen by both' })).toBeVisible()
  await otherContext.close()
})
