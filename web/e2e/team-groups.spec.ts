import { newFolder, push, waitUntilSynced } from './fixtures'
import { addToList, expect, test } from './team-fixtures'

test.slow()

test('a folder opened to a group is there for its members alone, and gone for who is taken out of it', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Groups')
  const home = `/w/${workspace.slug}`
  const [mia, ben, zoe] = await Promise.all([
    team.join(owner, workspace, 'Mia Sand', 'editor'),
    team.join(owner, workspace, 'Ben Wood', 'viewer'),
    team.join(owner, workspace, 'Zoe Out', 'editor'),
  ])
  await push(owner.api, [newFolder('deals', 'Deals')], { headers: { 'x-tidemark-workspace': workspace.id } })

  const { page } = await openBrowser(owner)
  await page.goto(`${home}/settings/members`)
  await page.getByRole('button', { name: 'New group' }).click()
  const group = page.getByRole('dialog', { name: 'New group' })
  await group.getByRole('textbox', { name: 'Name' }).fill('Sales')
  await group.getByRole('checkbox', { name: mia.name }).check()
  await group.getByRole('checkbox', { name: ben.name }).check()
  await group.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('region', { name: 'Groups' }).getByRole('listitem').filter({ hasText: 'Sales' })
  await expect(line).toContainText(/Ben Wood, Mia Sand|Mia Sand, Ben Wood/)

  await page.goto(home)
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Menu of Deals' }).click()
  await page.getByRole('menuitem', { name: 'Who can see this…' }).click()
  const access = page.getByRole('dialog', { name: 'Who can see “Deals”' })
  await access.getByRole('radio', { name: 'Only some people' }).check()
  await access.getByRole('button', { name: 'Begin without them' }).click()
  await addToList(page, 'Sales')
  await access.getByRole('combobox', { name: 'Access of Sales' }).selectOption('Can edit')
  const decision = (name: string) => access.getByRole('listitem').filter({ hasText: name })
  await expect(decision(mia.name)).toContainText('By the group “Sales”, on the list of “Deals”Can edit')
  await expect(decision(ben.name)).toContainText(/By the group “Sales”.*but this role cannot edit.*Can see/)
  await expect(decision(zoe.name)).toContainText('Cannot see it')
  await page.keyboard.press('Escape')
  await waitUntilSynced(page)

  const [{ page: ofMia }, { page: ofZoe }] = await Promise.all([openBrowser(mia), openBrowser(zoe)])
  await Promise.all([ofMia.goto(home), ofZoe.goto(home)])
  await Promise.all([waitUntilSynced(ofMia), waitUntilSynced(ofZoe)])
  await expect(ofMia.getByRole('button', { name: 'Menu of Deals' })).toBeVisible()
  await expect(ofZoe.getByText('Deals')).toHaveCount(0)

  await page.goto(`${home}/settings/members`)
  await line.getByRole('button', { name: 'More about Sales' }).click()
  await page.getByRole('menuitem', { name: 'Name and members…' }).click()
  const saved = page.getByRole('dialog', { name: 'Group “Sales”' })
  await saved.getByRole('checkbox', { name: mia.name }).uncheck()
  await saved.getByRole('button', { name: 'Save' }).click()
  await expect(line).not.toContainText(mia.name)
  await expect(ofMia.getByText('Deals')).toHaveCount(0)
})
