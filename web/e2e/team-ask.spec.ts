import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { openFromSidebar, push, waitUntilSynced } from './fixtures'
import { expect, test, type Person } from './team-fixtures'
import { inLongRun } from '../../testkit/long-run'

test.slow()

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })

test('an explorer asks with SQL and with the builder, keeps it on this machine, and saves nothing', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Asking')
  const eve = await team.join(owner, workspace, 'Eve Moss', 'explorer')
  const { page, context } = await openBrowser(eve)
  const pushed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/replicache/push')) pushed.push(request.postData() ?? '')
  })
  await page.goto(`/w/${workspace.slug}`)
  await waitUntilSynced(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Ask' }).click()
  // The first table's rows are shown before anything is typed.
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page).toHaveTitle('Ask · Tidemark')
  await page.getByRole('group', { name: 'Ask with' }).getByText('SQL').click()
  await writeSql(page, "select 'asked by ' || {{who}} as said, 42 as answer")
  await page.getByRole('region', { name: 'Parameters' }).getByLabel('Who', { exact: true }).fill('Eve')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'asked by Eve')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])

  // Stored in this browser and shown by another tab, with the answer for the value in the address.
  await page.reload()
  await expect(cell(page, 'asked by Eve')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/w/${workspace.slug}/ask`)
  await expect(editor(other)).toContainText('asked by')
  await other.close()

  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('Untitled question.csv')

  await page.getByRole('button', { name: 'Save: who can do it' }).click()
  const saving = page.getByRole('dialog', { name: 'Saving this question' })
  await expect(saving.getByRole('listitem')).toHaveText(['Ann LeeOwner'])
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('group', { name: 'Ask with' }).getByText('Builder').click()
  await expect(page.getByText('Ask without SQL')).toBeVisible()
  await page.getByRole('group', { name: 'Ask with' }).getByText('SQL').click()
  await expect(editor(page)).toContainText('asked by')

  // Starts from a chart that others made.
  await openFromSidebar(page, 'Daily highs in Seattle')
  await page.getByRole('button', { name: 'Ask further' }).first().click()
  await page.waitForURL('**/ask')
  await expect(page.getByRole('img').or(page.getByRole('application')).first()).toBeVisible()
  expect(pushed).toEqual([])

  // Once her role allows it, she saves her question.
  const change = await owner.api.patch(`/api/members/${eve.id}`, {
    data: { role: 'editor' },
    headers: { 'x-tidemark-workspace': workspace.id },
  })
  expect(change.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Save as a chart' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/charts/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Daily highs in Seattle' })).toBeVisible()
  await waitUntilSynced(page)
  expect(pushed.join('')).toContain('createChart')
})

test(
  'an explorer who may not ask a database any more is told so by what they asked, and by its page',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Withdrawing')
    const headers = { 'x-tidemark-workspace': workspace.id }
    const id = await connectShop(owner, headers)
    const change = async (name: string, args: object) => {
      const to = { kind: 'role', role: 'explorer' }
      await push(owner.api, [[name, { id, to, ...args }]], { headers })
    }
    await change('grantConnection', { level: 'sql' })
    const { page, problems } = await openBrowser(await team.join(owner, workspace, 'Eve Moss', 'explorer'))
    problems.allow(/403/)
    await page.goto(`/w/${workspace.slug}/ask`)
    await waitUntilSynced(page)
    await page.getByRole('group', { name: 'Ask with' }).getByText('SQL').click()
    await page.getByRole('combobox', { name: 'Data source' }).selectOption('Shop')
    await writeSql(page, 'select item from orders')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cell(page, 'nails')).toBeVisible()

    await change('revokeConnection', {})
    await page.reload()
    await expect(page.getByText('You may not write SQL for this data.')).toBeVisible()
    await page.goto(`/w/${workspace.slug}/connections/${id}`)
    await expect(page.getByText('You see the results of charts over this database.')).toBeVisible()
    await change('revokeConnection', { to: { kind: 'role', role: 'viewer' } })
    await expect(page.getByText('You do not have access to the results of charts over this database.')).toBeVisible()
  },
)

test(
  'a viewer reads when data was replaced, and is shown no way back and no way to ask; who replaces it has one',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Looking')
    const headers = { 'x-tidemark-workspace': workspace.id }
    const send = (path: string, text: string) => owner.api.post(`/api/datasets${path}`, { data: text, headers })
    expect((await send('?fileName=stock.csv&id=stock-of-all', 'item\nnails\n')).status()).toBe(201)
    expect((await send('/stock-of-all/versions?fileName=newer.csv', 'item\nbolts\n')).status()).toBe(200)
    const facts = (page: Page) => page.getByRole('region', { name: 'About this data' })
    const openAs = async (person: Person) => {
      const { page } = await openBrowser(person)
      await page.goto(`/w/${workspace.slug}/data/stock-of-all`)
      await waitUntilSynced(page)
      await expect(facts(page)).toContainText('Updated')
      return page
    }
    const ofViewer = await openAs(await team.join(owner, workspace, 'Vic Hale', 'viewer'))
    // Names of files are for those who may ask.
    await expect(facts(ofViewer)).not.toContainText('.csv')
    await expect(ofViewer.getByText('Earlier file')).toHaveCount(0)
    await ofViewer.getByRole('button', { name: 'More' }).click()
    await expect(ofViewer.getByRole('menuitem')).toHaveText([/^Add to favourites/, 'Copy table name'])
    const ofOwner = await openAs(owner)
    await expect(facts(ofOwner)).toContainText('newer.csv')
    await ofOwner.getByRole('button', { name: 'Go back to it' }).click()
    await expect(cell(ofOwner, 'nails')).toBeVisible()
    await ofViewer.keyboard.press('Escape')
    await expect(facts(ofOwner)).toContainText('stock.csv')

    await ofOwner.getByRole('button', { name: 'More' }).click()
    await ofOwner.getByRole('menuitem', { name: 'Move to trash' }).click()
    await expect(ofViewer.getByText('is in the trash')).toBeVisible()
    await expect(ofViewer.getByRole('button', { name: 'Restore' })).toHaveCount(0)

    await test.step('no way to ask, and told who can at its address', async () => {
      await ofViewer.goto(`/w/${workspace.slug}/data/sample-weather`)
      await waitUntilSynced(ofViewer)
      await expect(ofViewer.getByRole('link', { name: 'Data', exact: true }).first()).toBeVisible()
      await expect(ofViewer.getByRole('link', { name: 'Ask' })).toHaveCount(0)
      await expect(ofViewer.getByRole('button', { name: /^(Ask about it|Draft a dashboard)$/ })).toHaveCount(0)
      // Rows and counts are hidden too, because they are queries.
      await expect(ofViewer.getByText('You see the results of charts over this data')).toBeVisible()
      await expect(ofViewer.getByRole('table', { name: 'Columns' }).getByText('precipitation_mm')).toBeVisible()
      await expect(ofViewer.getByRole('table', { name: 'Columns' }).getByRole('button')).toHaveCount(0)
      await expect(ofViewer.getByText('Your role does not allow this')).toHaveCount(0)
      await ofViewer.keyboard.press('ControlOrMeta+k')
      await ofViewer.getByRole('combobox').fill('Ask a question')
      await expect(ofViewer.getByRole('option', { name: 'Ask a question' })).toHaveCount(0)
      await ofViewer.goto(`/w/${workspace.slug}/ask`)
      await expect(ofViewer.getByText('Your role can only view results')).toBeVisible()
    })
  },
)

/** Connects a database of one table, whose results everyone in the workspace may see. */
async function connectShop(owner: Person, headers: Record<string, string>): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'tidemark-shop-')), 'shop.db')
  const database = new DatabaseSync(path)
  database.exec("create table orders (item text); insert into orders values ('nails')")
  database.close()
  const sent = await owner.api.post('/api/connections/files?fileName=shop.db', { data: await readFile(path), headers })
  const { file } = (await sent.json()) as { readonly file: unknown } // our own API
  const data = { name: 'Shop', kind: 'sqlite', file }
  const made = await owner.api.post('/api/connections', { data, headers })
  const { id } = (await made.json()) as { readonly id: string } // our own API
  return id
}

function editor(page: Page) {
  return page.getByRole('textbox', { name: /^SQL of / })
}

async function writeSql(page: Page, sql: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}
