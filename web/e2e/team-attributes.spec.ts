import type { Page } from '@playwright/test'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { push, tile, waitUntilSynced, type Change } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

const sql = `SELECT * FROM (VALUES ('North', 10), ('South', 20)) t(region, amount)`
const named = { folderId: null, description: '', order: 'a9' }
const board: readonly Change[] = [
  ['createDashboard', { id: 'board', ...named, name: 'Board', firstTab: { id: 'first', name: 'First', order: 'a0' } }],
  [
    'createChart',
    {
      ...{ id: 'rows', ...named, name: 'Rows', query: { kind: 'sql', connectionId: 'local', sql } },
      visual: { ...defaultVisual, type: 'table', x: null, y: [] },
    },
  ],
  [
    'createTile',
    {
      ...{ id: 'x', dashboardId: 'board', tabId: 'first', content: { kind: 'chart', chartId: 'rows' } },
      place: { x: 0, y: 0, w: 6, h: 7 },
    },
  ],
  [
    'createFilter',
    {
      ...{ id: 'region', dashboardId: 'board', name: 'Region', column: 'region', kind: 'category', default: null },
      ...{ defaultAttribute: 'region', scope: { kind: 'all' }, order: 'a0' },
    },
  ],
]

const bar = (page: Page) => page.getByRole('region', { name: 'Filters' })
const cell = (page: Page, text: string) => tile(page, 'Rows').getByRole('gridcell', { name: text, exact: true })

test('two viewers open one dashboard at their own regions, and one keeps a view that the other does not see', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Regions')
  const headers = { 'x-tidemark-workspace': workspace.id }
  const path = `/w/${workspace.slug}/dashboards/board`
  await push(owner.api, board, { headers })
  const nora = await team.join(owner, workspace, 'Nora North', 'viewer')
  const sam = await team.join(owner, workspace, 'Sam South', 'viewer')
  const give = async (region: string) => {
    const attributes = { region: [region] }
    expect((await owner.api.patch(`/api/members/${sam.id}`, { data: { attributes }, headers })).ok()).toBe(true)
  }
  await give('South')

  const { page: members } = await openBrowser(owner)
  await members.goto(`/w/${workspace.slug}/settings/members`)
  await members.getByRole('button', { name: 'More about Nora North' }).click()
  await members.getByRole('menuitem', { name: 'Attributes…' }).click()
  const dialog = members.getByRole('dialog', { name: 'Attributes of Nora North' })
  await dialog.getByRole('combobox', { name: 'Name' }).fill('region')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Write a value.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Values' }).fill('North')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(members.getByText('region: North')).toBeVisible()

  const { page: ofNora } = await openBrowser(nora)
  const response = await ofNora.goto(path)
  const html = (await response?.text()) ?? ''
  expect(html).toMatch(/Region: <\/span><span[^>]*>North</)
  await waitUntilSynced(ofNora)
  await expect(bar(ofNora)).toContainText('Region: North')
  await expect(cell(ofNora, 'North')).toBeVisible()
  await expect(cell(ofNora, 'South')).toHaveCount(0)

  const { page: ofSam } = await openBrowser(sam)
  await ofSam.goto(path)
  await waitUntilSynced(ofSam)
  await expect(bar(ofSam)).toContainText('Region: South')
  await expect(cell(ofSam, 'North')).toHaveCount(0)

  await ofNora.goto(`${path}?f.region=South`)
  await waitUntilSynced(ofNora)
  await ofNora.getByRole('button', { name: 'Views', exact: true }).click()
  await ofNora.getByRole('menuitem', { name: 'Save the values as a view…' }).click()
  const saving = ofNora.getByRole('dialog', { name: 'Save as a view' })
  await saving.getByRole('textbox', { name: 'Name' }).fill('My south')
  await saving.getByRole('checkbox').check()
  await saving.getByRole('button', { name: 'Save view' }).click()
  await waitUntilSynced(ofNora)
  await ofNora.goto(path)
  await expect(bar(ofNora)).toContainText('My south')
  await expect(bar(ofNora)).toContainText('Region: South')

  await ofSam.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(ofSam.getByRole('menuitem', { name: 'Save the values as a view…' })).toBeVisible()
  await expect(ofSam.getByRole('menuitem', { name: /My south/ })).toHaveCount(0)
  await ofSam.keyboard.press('Escape')
  await give('North')
  await ofSam.goto(path)
  await expect(bar(ofSam)).toContainText('Region: North')
})
