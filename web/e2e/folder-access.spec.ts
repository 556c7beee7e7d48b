import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { goToSettings, newFolder, push, rename, waitUntilSynced } from './fixtures'
import { addToList, expect, test, type Person, type Team } from './team-fixtures'

test.slow()

/** Creates a workspace with an editor and a viewer, and a folder of the owner's with a dashboard that both can see. */
async function openPayroll(page: Page, team: Team, owner: Person) {
  const workspace = await team.workspaceOf(owner, 'Access')
  await push(owner.api, [newFolder('climate', 'Climate')], { headers: { 'x-tidemark-workspace': workspace.id } })
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const cleo = await team.join(owner, workspace, 'Cleo Roy', 'viewer')
  await page.goto(`/w/${workspace.slug}`)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const name = page.getByRole('textbox', { name: /^New name of/ })
  await name.fill('Payroll')
  await name.press('Enter')
  await page.getByRole('button', { name: 'Menu of Payroll' }).click()
  await page.getByRole('menuitem', { name: 'New dashboard' }).click()
  await page.waitForURL('**/dashboards/*')
  await rename(page, 'dashboard name', 'Salaries')
  await waitUntilSynced(page)
  return { bo, cleo, address: new URL(page.url()).pathname }
}

function accessDialog(page: Page) {
  return page.getByRole('dialog', { name: /^Who can see/ })
}

async function askAbout(page: Page, name: string) {
  await page.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Who can see this…' }).click()
  await expect(accessDialog(page).getByRole('listitem').filter({ hasText: 'Ann Lee' })).toBeVisible()
}

function line(page: Page, name: string) {
  return accessDialog(page).getByRole('listitem').filter({ hasText: name }).last()
}

test('a folder kept to some is gone for the others at once, and says who sees it and why; who keeps one is on its list', async ({
  team,
  owner,
  openBrowser,
}) => {
  const { page } = await openBrowser(owner)
  const { bo, cleo, address } = await openPayroll(page, team, owner)
  const others = await openBrowser(bo)
  others.problems.allow(/404/)
  await others.page.goto(address)
  await waitUntilSynced(others.page)
  await expect(others.page.getByRole('heading', { level: 1, name: 'Salaries' })).toBeVisible()

  await askAbout(page, 'Payroll')
  await expect(line(page, 'Bo Diaz')).toContainText('Can edit')
  await accessDialog(page).getByRole('radio', { name: 'Only some people' }).check()
  // Nobody loses anything before that is asked.
  await expect(accessDialog(page).getByText('Bo Diaz and Cleo Roy have access now')).toBeVisible()
  await expect(accessDialog(page).getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true')
  await expect(line(page, 'Bo Diaz')).toContainText('Can edit')
  await accessDialog(page).getByRole('button', { name: 'Begin without them' }).click()
  await addToList(page, 'Cleo Roy')
  await expect(line(page, 'Bo Diaz')).toContainText('Not on the list of “Payroll”')
  await expect(line(page, 'Bo Diaz')).toContainText('Cannot see it')
  await expect(line(page, 'Cleo Roy')).toContainText('Can see')
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Payroll Kept to some' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share this dashboard' })
  await expect(share.getByLabel('Link')).toHaveValue(page.url())
  await expect(share.getByText('whom the folder “Payroll” lets see it')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  await share.getByRole('button', { name: 'Who can see this…' }).click()
  await expect(line(page, 'Cleo Roy')).toContainText('Can see')
  await page.keyboard.press('Escape')

  await expect(others.page.getByText('This dashboard is no longer here')).toBeVisible()
  await expect(others.page.getByText('you no longer have access to its folder')).toBeVisible()
  await expect(others.page.getByText('Payroll')).toHaveCount(0)
  for (const path of [address, address.replace(/dashboards.*/, '')]) {
    expect(await (await others.context.request.get(path)).text()).not.toMatch(/Salaries|Payroll/)
  }
  await others.page.getByRole('link', { name: 'Trash' }).click()
  await expect(others.page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(others.page.getByText(/Salaries|Payroll/)).toHaveCount(0)

  // The same words as for a chart that does not exist, so that they do not reveal a hidden one.
  await others.page.goto(address.replace(/dashboards.*/, 'charts/never-made'))
  await waitUntilSynced(others.page)
  await expect(others.page.getByText('There is no chart at this address')).toBeVisible()
  await expect(others.page.getByText('it is in a folder you cannot see')).toBeVisible()

  const reader = await openBrowser(cleo)
  await reader.page.goto(address)
  await waitUntilSynced(reader.page)
  await expect(reader.page.getByRole('heading', { level: 1, name: 'Salaries' })).toBeVisible()

  await askAbout(page, 'Salaries')
  await expect(accessDialog(page).getByText('The folder “Payroll” decides.')).toBeVisible()
  await accessDialog(page).getByRole('button', { name: 'Open “Payroll”' }).click()
  // An editor with read access to a folder is offered no way to change its content.
  await addToList(page, 'Bo Diaz')
  await expect(line(page, 'Bo Diaz')).toContainText('Can see')
  await others.page.goto(address)
  await expect(others.page.getByRole('heading', { level: 1, name: 'Salaries' })).toBeVisible()
  await expect(others.page.getByText('Charts appear here when an editor adds them.')).toBeVisible()
  await expect(others.page.getByRole('button', { name: /^Add(?! to favourites)|^Undo/ })).toHaveCount(0)
  const itemsOf = async (name: string) => {
    await others.page.getByRole('button', { name: `Menu of ${name}` }).press('Enter')
    const items = others.page.getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    const found = await items.allTextContents()
    await others.page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    return found.join()
  }
  expect(await itemsOf('Salaries')).not.toMatch(/Rename|Move/)
  expect(await itemsOf('Climate')).toMatch(/Rename.*Move/)
  // Open dialogs for changes close with a message when the right is lost.
  const level = accessDialog(page).getByRole('combobox', { name: 'Access of Bo Diaz' })
  await level.selectOption('Can edit')
  await others.page.getByRole('button', { name: 'Add', exact: true }).click()
  await others.page.getByRole('menuitem', { name: 'Existing chart' }).click()
  const picking = others.page.getByRole('dialog', { name: 'Add existing charts' })
  await expect(picking).toBeVisible()
  await level.selectOption('Can see')
  await expect(picking).toHaveCount(0)
  await expect(others.page.getByText('“Add existing charts” was closed: you may no longer do that here')).toBeVisible()
  await accessDialog(page)
    .getByRole('radio', { name: /^Everyone in Access/ })
    .check()
  await expect(line(page, 'Bo Diaz')).toContainText('Can edit')
  await page.keyboard.press('Escape')
  await others.page.goto(address)
  await expect(others.page.getByRole('heading', { level: 1, name: 'Salaries' })).toBeVisible()

  await goToSettings(page, 'Audit log')
  const changes = page.getByText('changed who may see the folder “Payroll”')
  await expect(changes).toHaveCount(6)
  await page.getByLabel('From').fill('2100-01-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await page.getByLabel('From').fill('2020-01-01')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'What' }).selectOption('Folder access')
  await expect(changes).toHaveCount(6)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
  expect([header, rows.length]).toEqual([expect.stringMatching(/^\ufeffat,action,/), 6])
  expect(rows.every((row) => row.includes(',folder-access-changed,') && row.includes('Payroll'))).toBe(true)

  await test.step('an editor who keeps a folder to some is on its list, and cannot take themselves off', async () => {
    const page = others.page
    await askAbout(page, 'Climate')
    await accessDialog(page).getByRole('radio', { name: 'Only some people' }).check()
    await accessDialog(page).getByRole('button', { name: 'Begin without them' }).click()
    await accessDialog(page).getByRole('button', { name: 'Remove Bo Diaz from the list' }).click()
    await expect(page.getByText('You may not change what is in this folder.')).toBeVisible()
    await expect(line(page, 'Bo Diaz')).toContainText('Can edit')
  })
})
