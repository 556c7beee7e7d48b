import { addExistingCharts, drawing, expect, openNewDashboard, rename, test, tile, waitUntilSynced } from './fixtures'
import { offlineProblems } from './page-problems'

test('without the server editing goes on, results stay, and all is there when it is back', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'On a plane')
  await addExistingCharts(page, ['Global temperature'])
  const chart = tile(page, 'Global temperature')
  await expect(drawing(chart)).toBeVisible()
  await waitUntilSynced(page)

  await server.stop()
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible({ timeout: 20_000 })
  await rename(page, 'dashboard name', 'On a train')
  await page.getByRole('button', { name: 'Add tab' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Offline, \d changes waiting$/ })).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link').first().click()
  await expect(drawing(chart)).toBeVisible()

  await server.start()
  await waitUntilSynced(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'On a train' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link')).toHaveCount(2)
})

test('a result from before the server stopped says that it is old', async ({ page, server, problems }) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'Old results')
  await addExistingCharts(page, ['Daily highs in Seattle'])
  const chart = tile(page, 'Daily highs in Seattle')
  await expect(drawing(chart)).toBeVisible()
  await waitUntilSynced(page)
  await server.stop()
  await chart.hover()
  await chart.getByRole('button', { name: 'Menu of Daily highs in Seattle' }).click()
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await expect(chart.getByText(/Offline.*as of/)).toBeVisible()
  await expect(drawing(chart)).toBeVisible()
  await server.start()
  await waitUntilSynced(page)
})
