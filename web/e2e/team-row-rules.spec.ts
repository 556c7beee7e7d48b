import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { signedEmbedPath } from '@tidemark/shared/public-links/embed-claims'
import { createdEmbedKeySchema } from '@tidemark/shared/public-links/embed-key'
import { madePublicLinkSchema, publicLinkPath } from '@tidemark/shared/public-links/public-link'
import { SignJWT } from 'jose'
import { push, waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('an admin lets people see their own rows, also inside a product, and looks at a dashboard as one of them', async ({
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

  const question = {
    ...emptyQuestion,
    source: { schema: null, name: 'sales' },
    groups: [
      {
        ...{ id: 'g', grain: null, label: '' },
        column: { join: null, name: 'region', type: 'text', databaseType: 'VARCHAR' },
      },
    ],
    measures: [{ id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Sales' }],
  }
  const query = { kind: 'builder', connectionId: 'local', question }
  const chart = { id: 'by-region', folderId: null, name: 'By region', description: '', order: 'a9', query }
  const visual = { ...defaultVisual, type: 'table' }
  await push(owner.api, [['createChart', { ...chart, visual }]], { headers })
  const target = { kind: 'chart', id: 'by-region' }
  const made = await owner.api.post('/api/public-links', {
    data: { target, name: 'Shop', isSignedOnly: true },
    headers,
  })
  const { link, token } = madePublicLinkSchema.parse(await made.json())
  const { secret } = createdEmbedKeySchema.parse(await (await owner.api.post('/api/embed-keys', { headers })).json())
  const cellsOf = async (attributes: Readonly<Record<string, string>>) => {
    const jwt = new SignJWT({ link: link.id, attributes }).setProtectedHeader({ alg: 'HS256' }).setIssuedAt()
    const path = signedEmbedPath(await jwt.setExpirationTime('5m').sign(Buffer.from(secret)))
    const html = await (await owner.api.get(path)).text()
    return [...html.matchAll(/<td[^>]*>([^<]*)</g)].map(([, text]) => text)
  }
  expect(await cellsOf({ region: 'North' })).toEqual(['North', '2'])
  expect(await cellsOf({ region: 'South' })).toEqual(['South', '1'])
  expect(await cellsOf({ country: 'Norway' })).toEqual([])
  expect((await owner.api.get(publicLinkPath(token))).status()).toBe(403)

  await page.goto(`/w/${workspace.slug}/dashboards/sample-dashboard`)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'See as…' }).click()
  await page.getByLabel('Member').selectOption({ label: 'Nora North · Explorer' })
  await expect(page.getByRole('img', { name: /as Nora North sees it/ })).toBeVisible({ timeout: 60_000 })
})
