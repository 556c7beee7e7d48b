import { dashboardOf, push, sqlChart, waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('two people talk about a tile: one is named and told, answers where the folder lets viewers, offline too, and it is resolved', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Talk')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'viewer')
  const headers = { 'x-tidemark-workspace': workspace.id }
  await push(owner.api, [['createFolder', { id: 'talk', parentId: null, name: 'Talk', order: 'a0' }]], { headers })
  await push(owner.api, [['updateDashboard', { id: 'sample-dashboard', folderId: 'talk' }]], { headers })
  const { page: ann } = await openBrowser(owner)
  const { page: other, context, problems } = await openBrowser(bo)
  problems.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/)
  const path = `/w/${workspace.slug}/dashboards/sample-dashboard`
  const panelOf = (page: typeof ann) => page.getByRole('dialog', { name: 'Comments' })

  await test.step('one is written about a tile from its menu, and names somebody', async () => {
    await ann.goto(path)
    await waitUntilSynced(ann)
    const tile = ann
      .getByRole('article')
      .filter({ has: ann.getByRole('heading') })
      .first()
    await tile.hover()
    await tile.getByRole('button', { name: /^Menu of/ }).click()
    await ann.getByRole('menuitem', { name: 'Comments…' }).click()
    const field = panelOf(ann).getByRole('combobox', { name: 'New comment' })
    await field.pressSequentially('Is this **right**, @bo')
    await panelOf(ann).getByRole('option', { name: 'Bo Diaz' }).click()
    await field.press('Control+Enter')
    await expect(panelOf(ann).getByRole('article')).toContainText('Is this right, @Bo Diaz')
    await panelOf(ann).getByRole('button', { name: 'Menu of this comment' }).click()
    await ann.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(panelOf(ann).getByRole('combobox', { name: 'Edit the comment' })).toBeFocused()
    await ann.keyboard.press('Escape')
    await expect(panelOf(ann).getByRole('article', { name: 'Comment of You' })).toBeFocused()
  })

  await test.step('the other is told in the inbox, comes to it from there, and may only read', async () => {
    await other.goto(`/w/${workspace.slug}/inbox`)
    await waitUntilSynced(other)
    await other.getByRole('button', { name: 'Mark as read' }).click()
    await expect(other.getByRole('heading', { name: 'Today' })).toBeVisible()
    await other.getByRole('button', { name: 'Mark as unread' }).click()
    await expect(other.getByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible()
    await other.getByRole('link', { name: /Ann Lee named you/ }).click()
    await expect(panelOf(other).getByRole('article')).toContainText('New')
    await expect(panelOf(other).getByRole('textbox')).toHaveCount(0)
    await expect(panelOf(other).getByRole('combobox')).toHaveCount(0)
    await expect(other.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
  })

  await test.step('the folder lets viewers comment, and an answer from offline arrives', async () => {
    await push(owner.api, [['updateFolder', { id: 'talk', viewersComment: true }]], { headers })
    await panelOf(other).getByRole('button', { name: 'Reply' }).press('Enter')
    await expect(panelOf(other).getByRole('combobox', { name: 'Reply' })).toBeFocused()
    await panelOf(other).getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(panelOf(other).getByRole('button', { name: 'Reply' })).toBeFocused()
    await panelOf(other).getByRole('button', { name: 'Reply' }).click()
    await context.setOffline(true)
    await panelOf(other).getByRole('combobox', { name: 'Reply' }).fill('It is, I counted.')
    await panelOf(other).getByRole('combobox', { name: 'Reply' }).press('Control+Enter')
    await expect(panelOf(other).getByRole('article')).toHaveCount(2)
    await context.setOffline(false)
    await expect(panelOf(ann).getByRole('article').last()).toContainText('It is, I counted.')
  })

  await test.step('resolved it leaves the open ones', async () => {
    await panelOf(ann).getByRole('button', { name: 'Resolve' }).click()
    await expect(panelOf(ann).getByRole('article')).toHaveCount(0)
    await panelOf(other).getByText('Resolved 1').click()
    await expect(panelOf(other).getByText('Resolved by Ann Lee')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Comments', exact: true })).toBeVisible()
  })

  await test.step('one about a mark is marked there, and leads to its thread', async () => {
    await ann.getByRole('article').filter({ hasText: 'CO₂ at Mauna Loa' }).getByRole('application').press('End')
    await ann.keyboard.press('Shift+Enter')
    await ann.getByRole('menuitem', { name: 'Comment…' }).click()
    await panelOf(ann).getByRole('combobox', { name: 'New comment' }).fill('So high?')
    await ann.keyboard.press('Control+Enter')
    await panelOf(ann).getByRole('button', { name: 'Close' }).click()
    await ann.getByRole('button', { name: /^Open thread on / }).click()
    await expect(panelOf(ann).getByRole('article', { name: 'Comment of You' })).toBeFocused()
  })

  await test.step('one about a cell of a table is marked in it, where keys reach it', async () => {
    const rows = `SELECT * FROM (VALUES ('North', 10), ('South', 20)) t(region, orders)`
    await push(owner.api, [sqlChart('rows', 'Rows', rows), ...dashboardOf('cells', 'Cells', ['rows'])], { headers })
    await ann.goto(`/w/${workspace.slug}/dashboards/cells`)
    await waitUntilSynced(ann)
    const cell = ann.getByRole('gridcell', { name: 'South' })
    // The server's rows take no keys until the browser has drawn its own.
    await expect(async () => {
      await ann.getByRole('grid', { name: 'Rows' }).press('ArrowDown')
      await expect(cell).toHaveAttribute('aria-selected', 'true', { timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await ann.keyboard.press('Shift+Enter')
    await ann.getByRole('menuitem', { name: 'Comment…' }).click()
    await panelOf(ann).getByRole('combobox', { name: 'New comment' }).fill('Twice as many?')
    await ann.keyboard.press('Control+Enter')
    await panelOf(ann).getByRole('button', { name: 'Close' }).click()
    await cell.getByRole('button', { name: 'Open thread on South · region' }).press('Enter')
    await expect(panelOf(ann).getByRole('article', { name: 'Comment of You' })).toBeFocused()
  })
})
