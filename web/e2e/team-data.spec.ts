import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { push, waitUntilSynced } from './fixtures'
import { addToList, expect, test, type Person } from './team-fixtures'

test.slow()

const rows = ['person,salary', ...Array.from({ length: 9 }, (_, row) => `canary person ${row},${5000 + row}`)].join(
  '\n',
)

function dialog(page: Page) {
  return page.getByRole('dialog', { name: /^Who can see/ })
}

test('data is kept to some on its page; others have it nowhere, and a viewer only what charts need', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Owned data')
  const headers = { 'x-tidemark-workspace': workspace.id }
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const cleo = await team.join(owner, workspace, 'Cleo Roy', 'viewer')
  const made = await owner.api.post('/api/datasets?fileName=payroll.csv&id=pay&name=Payroll', { data: rows, headers })
  expect(made.status()).toBe(201)
  const address = `/w/${workspace.slug}/data/pay`
  const openAs = async (person: Person) => {
    const browser = await openBrowser(person)
    browser.problems.allow(/404/)
    await browser.page.goto(address)
    await waitUntilSynced(browser.page)
    return browser
  }
  const ofBo = await openAs(bo)
  await expect(ofBo.page.getByRole('gridcell', { name: 'canary person 3' })).toBeVisible()

  const { page } = await openAs(owner)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Who can see this…' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Bo Diaz' })).toContainText('Can write SQL')
  await dialog(page).getByRole('radio', { name: 'Only some people' }).check()
  await dialog(page).getByRole('button', { name: 'Begin without them' }).click()
  await addToList(page, 'Cleo Roy')
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Bo Diaz' }).last()).toContainText('No access')
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  await expect(ofBo.page.getByText('canary person 3')).toHaveCount(0)
  for (const path of [address, `/w/${workspace.slug}/data`, `/w/${workspace.slug}`])
    expect(await (await ofBo.context.request.get(path)).text()).not.toMatch(/Payroll|payroll|canary/)

  const ofCleo = await openAs(cleo)
  await expect(ofCleo.page.getByText('You see the results of charts over this data')).toBeVisible()
  await expect(ofCleo.page.getByRole('table', { name: 'Columns' }).getByText('salary')).toBeVisible()
  expect(await (await ofCleo.context.request.get(address)).text()).not.toMatch(/canary|payroll\.csv/)

  await push(owner.api, [['restrictColumns', { id: 'pay', columns: ['salary'], isRestricted: true }]], { headers })
  await expect(ofCleo.page.getByText('some columns are restricted')).toBeVisible()
  await expect(ofCleo.page.getByText('salary')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Columns' }).getByText('Restricted')).toBeVisible()
})
