import { waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('an admin lets people see their own rows, and looks at a dashboard as one of them', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Rules')
  const explorer = await team.join(owner, workspace, 'Nora North', 'explorer')
  const headers = { 'x-tidemark-workspace': workspace.id }
  const csv = ['region,amount', 'North,10', 'North,20', 'South,300'].join('\n')
  const upload = await owner.api.post('/api/datasets?fileName=sales.csv&id=sales&name=Sales', {
    data: csv,
    headers: { ...headers, 'content-type': 'text/csv' },
  })
  expect(upload.status()).toBe(201)
  const attributes = { attributes: { region: ['North'] } }
  await owner.api.patch(`/api/members/${explorer.id}`, { data: attributes, headers })

  const { page } = await openBrowser(owner)
  await page.goto(`/w/${workspace.slug}/data/sales`)
  await waitUntilSynced(page)
  const section = page.getByRole('region', { name: 'Rows people see' })
  await section.getByRole('button', { name: 'Set a rule…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Attribute').fill('region')
  await expect(dialog.getByText('Sees rows whose region is North')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('People see rows whose region is one of their “region”.')

  const { page: theirs } = await openBrowser(explorer)
  await theirs.goto(`/w/${workspace.slug}/data/sales`)
  await expect(theirs.getByRole('region', { name: 'Rows people see' })).toContainText(
    'You see rows whose region is North.',
  )
  const rows = theirs.getByRole('region', { name: 'Rows', exact: true })
  await expect(rows.getByText('North').first()).toBeVisible()
  await expect(rows).not.toContainText('South')

  await page.goto(`/w/${workspace.slug}/dashboards/sample-dashboard`)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'See as…' }).click()
  await page.getByLabel('Member').selectOption({ label: 'Nora North · Explorer' })
  await expect(page.getByRole('img', { name: /as Nora North sees it/ })).toBeVisible({ timeout: 60_000 })
})
