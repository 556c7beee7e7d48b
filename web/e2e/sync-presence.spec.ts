import type { Page } from '@playwright/test'
import { presenceBeatMs, presenceGoneMs } from '@tidemark/shared/presence/presence'
import { accessibilityInThemes } from './accessibility-of'
import { openFromSidebar, push, sampleDashboard, waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'
import { expectStill } from './expect-still'
import { recordLayoutShifts } from './layout-shift'
import { inLongRun } from '../../testkit/long-run'

test.slow()

test(
  'every page of a team is taken over without a difference and nothing moves, with fresh and with old local data, and axe finds nothing serious there in either theme',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Still')
    const visit = await openBrowser(owner)
    await recordLayoutShifts(visit.page)
    const paths = ['', ...['members', 'tokens', 'audit', 'account'].map((section) => `/settings/${section}`)]
    for (const path of paths) {
      await expectStill(visit, `/w/${workspace.slug}${path}`)
      // The first page is the same as in local mode, which `accessibility.spec.ts` tests.
      if (path === '') continue
      await expect(visit.page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      expect(await accessibilityInThemes(visit.page)).toEqual([])
    }
    for (const [index, path] of paths.entries()) {
      // Pending requests fail when a page is left.
      await waitUntilSynced(visit.page)
      await visit.page.goto('about:blank')
      const headers = { 'x-tidemark-workspace': workspace.id }
      const change = { id: 'sample-dashboard', name: `Changed while away ${index}` }
      await push(owner.api, [['updateDashboard', change]], { headers })
      await expectStill(visit, `/w/${workspace.slug}${path}`)
    }
  },
)

test('two people see each other on a dashboard, and no longer when one has left; who is written over is told and gets the own text back', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Together')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const { page: ann, context } = await openBrowser(owner)
  const { page: other, context: otherContext, problems } = await openBrowser(bo)
  problems.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('they see each other', async () => {
    const path = `/w/${workspace.slug}/dashboards/sample-dashboard`
    await ann.goto(path)
    await waitUntilSynced(ann)
    await expect(peopleOn(ann)).toHaveCount(0)
    await other.goto(path)
    await waitUntilSynced(other)
    // Presence is repeated regularly, and a person counts as gone after some time without it: what a busy machine loses
    // arrives later.
    await expect(peopleOn(ann).getByRole('listitem')).toHaveText(/Bo Diaz/, { timeout: presenceBeatMs + 20_000 })
    await expect(peopleOn(other).getByRole('listitem')).toHaveText(/Ann Lee/, { timeout: presenceBeatMs + 20_000 })
    await other.getByRole('link', { name: 'Trash' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
    await expect(peopleOn(ann)).toHaveCount(0, { timeout: presenceGoneMs + 20_000 })
  })

  await test.step('a note that was written over is told, also to who comes back later', async () => {
    await ann.getByRole('button', { name: 'Add', exact: true }).click()
    await ann.getByRole('menuitem', { name: 'Text' }).click()
    await writeNote(ann, 'Before')
    await waitUntilSynced(ann)
    await openFromSidebar(other, sampleDashboard.name)
    await otherContext.setOffline(true)
    await other.getByText('Before', { exact: true }).dblclick()
    await writeNote(other, 'What Bo thinks')
    await ann.getByText('Before', { exact: true }).dblclick()
    await writeNote(ann, 'What Ann thinks')
    await waitUntilSynced(ann)
    const address = new URL(ann.url()).pathname
    await ann.goto('about:blank')
    await otherContext.setOffline(false)
    await waitUntilSynced(other)

    await ann.goto(`/w/${workspace.slug}`)
    await expect(ann.getByText('Bo Diaz replaced your text on “The world in numbers”')).toBeVisible({ timeout: 20_000 })
    await ann.getByRole('button', { name: 'Copy mine' }).click()
    await expect(ann.getByText('Your text is on the clipboard')).toBeVisible()
    expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe('What Ann thinks')
    await ann.getByRole('button', { name: 'Show history' }).click()
    const history = ann.getByRole('dialog', { name: 'History' })
    await history.getByText('Changed the text “What Bo thinks”: 1 line added, 1 removed').first().click()
    await expect(history.getByText('−What Ann thinks')).toBeVisible()
    await ann.keyboard.press('Escape')
    expect(new URL(ann.url()).pathname).toBe(address)
    await expect(ann.getByText('What Bo thinks', { exact: true })).toBeVisible()
    await ann.getByRole('button', { name: 'Close this notice' }).click()
    await waitUntilSynced(ann)
    await ann.reload()
    await waitUntilSynced(ann)
    await expect(ann.getByText('What Bo thinks', { exact: true })).toBeVisible()
    await expect(ann.getByText(/replaced your text/)).toHaveCount(0)
  })

  await test.step('a notice about the SQL of a chart copies none that is withheld, and goes with the choice in the editor', async () => {
    for (const page of [ann, other]) await openFromSidebar(page, 'Daily highs in Seattle')
    await otherContext.setOffline(true)
    await writeSql(other, 'select 2 as bo')
    const pushed = ann.waitForResponse('**/api/replicache/push')
    await writeSql(ann, 'select 1 as ann')
    await pushed
    await otherContext.setOffline(false)
    await waitUntilSynced(other)
    const notice = ann.getByText('Bo Diaz replaced your text of “Daily highs in Seattle”')
    await expect(notice).toBeVisible()
    await expect(ann.getByText(/^Yours is kept in the history \(.+\)\.$/)).toBeVisible()

    // Returns a history as for a reader who may no longer query the connection.
    await ann.route('**/api/history/**', async (route) => {
      const page: unknown = await (await route.fetch()).json()
      const json = JSON.stringify(page).replaceAll('"kind":"sql"', '"kind":"sql","withheld":true')
      await route.fulfill({ contentType: 'application/json', body: json })
    })
    await ann.getByRole('button', { name: 'Copy mine' }).click()
    await expect(ann.getByText('You may no longer see this chart’s SQL')).toBeVisible()
    expect(await ann.evaluate(() => navigator.clipboard.readText())).not.toContain('select')

    await ann.getByRole('button', { name: 'Use theirs' }).click()
    await expect(ann.getByRole('textbox', { name: /^SQL of / })).toContainText('as bo')
    await expect(notice).toHaveCount(0)
    await waitUntilSynced(ann)
    await ann.reload()
    await waitUntilSynced(ann)
    await expect(notice).toHaveCount(0)
  })
})

async function writeSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: /^SQL of / }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

function peopleOn(page: Page) {
  return page.getByRole('list', { name: 'Also looking at this dashboard' })
}

async function writeNote(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Text in Markdown' })
  await field.fill(text)
  await field.press('Escape')
  await expect(page.getByText(text, { exact: true })).toBeVisible()
}
