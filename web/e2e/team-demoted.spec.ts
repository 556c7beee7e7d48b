import type { Locator, Page } from '@playwright/test'
import type { Role } from '@tidemark/shared/access/roles'
import { goToData, newFolder, openFromSidebar, push, sampleDashboard, waitUntilSynced } from './fixtures'
import { expect, test, type Person, type Team } from './team-fixtures'
import { inLongRun } from '../../testkit/long-run'

test.slow()

/** Creates a workspace with an editor and a folder; returns a function that changes their role. */
async function peopleOf(team: Team, owner: Person) {
  const workspace = await team.workspaceOf(owner, 'Demoted')
  const headers = { 'x-tidemark-workspace': workspace.id }
  await push(owner.api, [newFolder('climate', 'Climate')], { headers })
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const give = async (role: Role) => {
    const answer = await owner.api.patch(`/api/members/${bo.id}`, { data: { role }, headers })
    expect(answer.ok()).toBe(true)
  }
  return { workspace, bo, give }
}

/** Types until the page shows that the role has changed, however long that takes; returns the typed text. */
async function typeUntil(page: Page, shown: Locator, text: string): Promise<string> {
  const asSomebodyTypes = { delay: 40 }
  await page.keyboard.type(text, asSomebodyTypes)
  let typed = text
  while (!(await shown.isVisible())) {
    await page.keyboard.type(' more', asSomebodyTypes)
    typed += ' more'
  }
  return typed
}

test(
  'SQL typed by somebody who may no longer edit stays theirs, and is in the editor again when they may',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const { workspace, bo, give } = await peopleOf(team, owner)
    const { page, context, problems } = await openBrowser(bo)
    problems.allow(/403|ERR_INTERNET_DISCONNECTED/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/w/${workspace.slug}/charts/sample-daily-highs`)
    await waitUntilSynced(page)
    const sql = page.getByRole('textbox', { name: /^SQL of / })
    await sql.click()
    await page.keyboard.press('Control+End')
    const notice = page.getByRole('note').filter({ hasText: 'The SQL you typed was not stored' })
    const [typed] = await Promise.all([
      typeUntil(page, notice, ' -- mine, and all that I typed after it'),
      give('viewer'),
    ])
    const endsWithTyped = new RegExp(`${typed}$`)
    await expect(sql).toHaveCount(0)
    const kept = notice.getByRole('textbox', { name: 'Your SQL' })
    await expect(kept).toHaveValue(endsWithTyped)
    await expect(kept).toBeFocused()
    await page.reload()
    await waitUntilSynced(page)
    await notice.getByRole('button', { name: 'Copy the text' }).click()
    await expect(page.getByText('Your text is on the clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(endsWithTyped)
    await notice.getByRole('button', { name: 'Discard' }).click()
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notice).toBeVisible()

    await give('editor')
    await expect(sql).toContainText(typed)
    await expect(notice).toHaveCount(0)

    await openFromSidebar(page, sampleDashboard.name)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: /Filter/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Add filter' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My years')
    await give('viewer')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('You are now a viewer of this workspace')).toBeVisible()
    await expect(page.getByText(/was closed: you may no longer/)).toHaveCount(0)
    await give('editor')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('My years')
    await page.keyboard.press('Escape')

    const ofFolder = async (item: string) => {
      await page.getByRole('button', { name: 'Menu of Climate' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await ofFolder('Move to…')
    const moving = page.getByRole('dialog', { name: 'Move “Climate”' })
    await expect(moving).toBeVisible()
    await give('viewer')
    await expect(moving).toHaveCount(0)
    await give('editor')
    await expect(moving).toBeVisible()
    await page.keyboard.press('Escape')
    await ofFolder('Rename')
    const naming = page.getByRole('textbox', { name: 'New name of Climate' })
    await expect(naming).toBeVisible()
    await give('viewer')
    await expect(naming).toHaveCount(0)

    // A refused change is not reported as done.
    await give('editor')
    await naming.press('Escape')
    await context.setOffline(true)
    await ofFolder('Move to trash')
    await expect(page.getByText('“Climate” is in the trash in this browser')).toBeVisible()
    await expect(page.getByText('“Climate” is in the trash', { exact: true })).toHaveCount(0)
    await give('viewer')
    await context.setOffline(false)
    await page.getByRole('status').filter({ hasText: '1 change refused' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).first().click()
    await page.keyboard.press('Escape')
    await give('admin')
    await goToData(page)
    await page.getByRole('button', { name: 'Connect a database' }).click()
    const connecting = page.getByRole('dialog', { name: 'Connect a database' })
    await connecting.getByRole('textbox', { name: 'Host' }).fill('db.example.com')
    await give('editor')
    await expect(connecting).toHaveCount(0)
    await give('admin')
    await expect(connecting.getByRole('textbox', { name: 'Host' })).toHaveValue('db.example.com')

    await give('editor')
    await openFromSidebar(page, 'Daily highs in Seattle')
    // Shown as stored, but refused once the server receives it.
    await sql.click()
    await page.keyboard.press('Control+End')
    await context.setOffline(true)
    await page.keyboard.type(', offline')
    const drafts = () => Object.keys(localStorage).filter((key) => key.includes(':draft:'))
    await expect.poll(() => page.evaluate(drafts)).toEqual([])
    await give('viewer')
    await context.setOffline(false)
    await expect(kept).toBeFocused()
    await kept.blur()
    await expect(kept).toHaveValue(/, offline$/)
    await give('editor')
    await expect(sql).toContainText(', offline')
  },
)

test(
  'a note typed by somebody who may no longer edit is kept in its tile, and goes on when they may',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const { workspace, bo, give } = await peopleOf(team, owner)
    const { page, context, problems } = await openBrowser(bo)
    problems.allow(/403|ERR_INTERNET_DISCONNECTED/)
    await page.goto(`/w/${workspace.slug}/dashboards/sample-dashboard`)
    await waitUntilSynced(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    const field = page.getByRole('textbox', { name: 'Text in Markdown' })
    await expect(field).toBeFocused()
    await page.keyboard.type('What the office agreed on')
    await waitUntilSynced(page)
    const notice = page.getByRole('note').filter({ hasText: 'The text you typed was not stored' })
    const [typed] = await Promise.all([typeUntil(page, notice, ', and what it did not'), give('viewer')])
    const agreed = `What the office agreed on${typed}`
    const kept = notice.getByRole('textbox', { name: 'Your text' })
    await expect(kept).toHaveValue(agreed)
    await expect(field).toHaveCount(0)
    await page.reload()
    await waitUntilSynced(page)
    await expect(kept).toHaveValue(agreed)

    await give('editor')
    await notice.getByRole('button', { name: 'Go on writing' }).click()
    await expect(field).toHaveValue(agreed)
    await page.keyboard.press('Escape')
    const note = page.getByText(agreed)
    await expect(note).toBeVisible()
    await expect(notice).toHaveCount(0)
    await waitUntilSynced(page)

    // Shown as stored, but refused once the server receives it.
    await note.dblclick()
    await context.setOffline(true)
    await page.keyboard.type('. All of it offline')
    await expect(page.getByRole('status').filter({ hasText: /changes? waiting/ })).toBeVisible()
    await give('viewer')
    await context.setOffline(false)
    await expect(kept).toBeFocused()
    await kept.blur()
    await expect(kept).toHaveValue(`${agreed}. All of it offline`)
    await notice.getByRole('button', { name: 'Discard' }).click()
    await expect(notice).toHaveCount(0)

    // A draft left by then is kept too; one typed back to the stored text is removed.
    await give('editor')
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    await note.dblclick()
    await expect(field).toBeFocused()
    await context.setOffline(true)
    await page.keyboard.press('Control+End')
    await page.keyboard.type('. Left before')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: /changes? waiting/ })).toBeVisible()
    await give('viewer')
    await context.setOffline(false)
    await expect(kept).toHaveValue(`${agreed}. Left before`)
    await page.reload()
    await expect(kept).toHaveValue(`${agreed}. Left before`)
    await give('editor')
    await notice.getByRole('button', { name: 'Go on writing' }).click()
    await expect(field).toHaveValue(`${agreed}. Left before`)
    await field.fill(agreed)
    await page.keyboard.press('Escape')
    await expect(note).toBeVisible()
    await expect(notice).toHaveCount(0)
    await waitUntilSynced(page)

    await note.dblclick()
    await expect(field).toBeFocused()
    await give('viewer')
    await expect(page.getByRole('textbox', { name: 'Your text' })).toBeFocused()
    await page.reload()
    await give('editor')
    const other = await openBrowser(owner)
    await other.page.goto(`/w/${workspace.slug}/dashboards/sample-dashboard`)
    await waitUntilSynced(other.page)
    await other.page.getByText('What the office agreed on').dblclick()
    await other.page.getByRole('textbox', { name: 'Text in Markdown' }).fill('What the owner made of it')
    await other.page.keyboard.press('Escape')
    await page.getByText('What the owner made of it').dblclick()
    await expect(field).toHaveValue('What the owner made of it')
  },
)
