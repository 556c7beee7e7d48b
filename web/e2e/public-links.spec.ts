import { dashboardOf, push, sqlChart, waitUntilSynced, type Change } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

const sql = `SELECT * FROM (VALUES ('North', 10), ('South', 20)) t(region, amount)`
const board: readonly Change[] = [
  sqlChart('rows', 'Rows', sql, { type: 'table' }),
  ...dashboardOf('board', 'Board', ['rows']),
  [
    'createFilter',
    {
      ...{ id: 'region', dashboardId: 'board', name: 'Region', column: 'region', kind: 'category', default: null },
      ...{ scope: { kind: 'all' }, order: 'a0' },
    },
  ],
]

test('a stranger reads a dashboard by its public link without scripts, filters it, and loses it at once', async ({
  team,
  owner,
  openBrowser,
  browser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Shared')
  await push(owner.api, board, { headers: { 'x-tidemark-workspace': workspace.id } })
  const { page } = await openBrowser(owner)
  await page.goto(`/w/${workspace.slug}/dashboards/board`)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Public links…' }).click()
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Everybody')
  await page.getByLabel('What readers may do with Region').selectOption('Readers choose')
  await page.getByLabel('May be shown on these sites').fill('www.example.com')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByText('Needs origins such as')).toBeVisible()
  await page.getByLabel('May be shown on these sites').fill('https://www.example.com')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByLabel('Public link', { exact: true }).inputValue()
  expect(link).toMatch(/\/p\/[\w-]{22}$/)
  await expect(page.getByLabel('Code for your site')).toHaveValue(/data-tidemark-embed="[^"]*\/embed\/[\w-]{22}"/)

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
  const stranger = await context.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  await expect(stranger.getByRole('cell', { name: 'South' })).toBeVisible()
  await stranger.getByText('All', { exact: true }).click()
  await stranger.getByLabel('North').check()
  await stranger.getByRole('button', { name: 'Apply' }).click()
  await expect(stranger.getByRole('cell', { name: 'North' })).toBeVisible()
  await expect(stranger.getByRole('cell', { name: 'South' })).toHaveCount(0)

  await page.goto(`/w/${workspace.slug}/settings/links`)
  await page.getByRole('button', { name: 'Change Everybody' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('All')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Revoke All' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No public links')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await context.close()
})
