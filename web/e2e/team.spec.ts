import type { BrowserContext, Locator, Page } from '@playwright/test'
import { waitForSetUpLink } from '../../testkit/servers/team-settings.mjs'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'
import { accessibilityInThemes, accessibilityOf } from './accessibility-of'
import { goToSettings, openFromSidebar, rename, sampleDashboard, waitUntilSynced } from './fixtures'
import { FrontProxy } from './front-proxy'
import { expect, kept, signIn, test } from './team-fixtures'
import { inLongRun } from '../../testkit/long-run'

test.slow()

test('the first owner comes by the link in the log, and the second person by an invite', async ({
  browser,
  startTeam,
}) => {
  const team = await startTeam()
  const ann = await (await browser.newContext({ baseURL: team.server.origin })).newPage()
  await ann.goto('/dashboards/sample-dashboard')
  await expect(ann.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(ann.getByText('This server has no owner yet')).toBeVisible()

  const link = await waitForSetUpLink(team.server)
  await ann.goto(link)
  await ann.getByRole('button', { name: 'Create the workspace' }).click()
  await expect(ann.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await expect(ann.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription('Needs a name.')
  await ann.getByRole('textbox', { name: 'Your name' }).fill('Ann Lee')
  await ann.getByRole('textbox', { name: 'E-mail address' }).fill('Ann@Example.com')
  await ann.getByLabel('Password', { exact: true }).fill('a password long enough')
  await ann.getByRole('textbox', { name: 'Name of the workspace' }).fill('Harbour Coffee')
  await ann.keyboard.press('Enter')
  await ann.waitForURL('**/w/harbour-coffee')
  await waitUntilSynced(ann)

  await ann.goto('/settings/members')
  await ann.waitForURL('**/w/harbour-coffee/settings/members')
  await waitUntilSynced(ann)
  await ann.getByRole('button', { name: 'Invite', exact: true }).click()
  await ann.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.com')
  await ann.getByRole('combobox', { name: 'Role' }).selectOption('viewer')
  await ann.getByRole('button', { name: 'Create the invite' }).click()
  const lost = await ann.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await ann.getByRole('button', { name: 'Done' }).click()
  await ann.getByRole('button', { name: 'More about the invite of bo@example.com' }).press('Enter')
  // No mail server is set up here.
  await expect(ann.getByRole('menuitem', { name: 'Send again' })).toHaveCount(0)
  await ann.getByRole('menuitem', { name: 'Copy a new link…' }).press('Enter')
  await expect(ann.getByRole('dialog', { name: 'A new link for bo@example.com' })).toBeVisible()
  const invite = await ann.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await ann.getByRole('button', { name: 'Done' }).click()

  const bo = await (await browser.newContext({ baseURL: team.server.origin })).newPage()
  await bo.goto(link)
  await expect(bo.getByRole('button', { name: 'Create the workspace' })).toBeEnabled()
  await bo.getByRole('textbox', { name: 'Your name' }).fill('Mallory')
  await bo.getByRole('textbox', { name: 'E-mail address' }).fill('mallory@example.com')
  await bo.getByLabel('Password', { exact: true }).fill('a password long enough')
  await bo.getByRole('textbox', { name: 'Name of the workspace' }).fill('Mine')
  await bo.keyboard.press('Enter')
  await expect(bo.getByText('This link no longer works.')).toBeVisible()

  const looked = await bo.request.post('/api/invites/look', { data: { token: lost.split('#')[1] } })
  expect(looked.status()).toBe(410)
  await bo.goto(invite)
  await expect(bo.getByRole('heading', { level: 1, name: 'Join Harbour Coffee' })).toBeVisible()
  await bo.getByRole('textbox', { name: 'Your name' }).fill('Bo Diaz')
  await bo.getByLabel('Password', { exact: true }).fill('another long password')
  await bo.getByRole('button', { name: 'Join' }).click()
  await bo.waitForURL('**/w/harbour-coffee')
  await waitUntilSynced(bo)
  // The new member appears on the page that stayed open.
  await expect(ann.getByRole('listitem').filter({ hasText: 'Bo Diaz' })).toContainText('bo@example.com')
  await expect(ann.getByText('None. Whoever is invited appears here')).toBeVisible()
  await bo.goto('/settings/members')
  await waitUntilSynced(bo)
  await expect(bo.getByRole('listitem').filter({ hasText: 'Ann Lee' })).not.toContainText('@')
  await ann.context().close()
  await bo.context().close()
})

test('a viewer finds no way to edit, and an editor’s role comes without a reload', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Roles')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'viewer')
  const { page, problems } = await openBrowser(bo)
  const base = `/w/${workspace.slug}`
  await page.goto(base)
  await waitUntilSynced(page)
  await expect(page.getByRole('link', { name: /The world in numbers/ }).first()).toBeVisible()
  await expect(editControls(page)).toHaveCount(0)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('button')).toContainText([
    '',
    'Open a dashboard',
    'Try a filter',
    'Star what you come back to',
  ])
  await steps.getByRole('button', { name: 'Open a dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await waitUntilSynced(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(editControls(page)).toHaveCount(0)
  // Favourites belong to each person, and can be undone like any change.
  await page.keyboard.press('f')
  const star = page.getByRole('main').getByRole('button', { name: 'Remove from favourites' })
  await expect(star).toBeVisible()
  await waitUntilSynced(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(star).toHaveCount(0)
  await page.getByRole('link', { name: sampleDashboard.name }).hover()
  await page.getByRole('button', { name: 'Menu of The world in numbers' }).click()
  await expect(page.getByRole('menuitem', { name: 'Add to favourites' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Rename|Duplicate|Move/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'CO₂ at Mauna Loa' }).hover()
  await page.getByRole('main').getByRole('button', { name: 'Menu of CO₂ at Mauna Loa' }).click()
  await expect(page.getByRole('menuitem', { name: 'Refresh' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Rename|Duplicate|Remove/ })).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`${base}/dashboards/sample-dashboard?`)
  await page.getByRole('article', { name: 'CO₂ at Mauna Loa' }).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByRole('article', { name: 'CO₂ at Mauna Loa' })).toBeVisible()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Go to Home')).toBeVisible()
  const ofOthers = /New dashboard|Ask a question|Undo|Make larger|Rename|Remove from|Move to trash/
  await expect(shortcuts.getByText(ofOthers)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openFromSidebar(page, 'Daily highs in Seattle')
  await expect(page.getByRole('img').or(page.getByRole('application')).first()).toBeVisible()
  await expect(editControls(page)).toHaveCount(0)
  await page.goto(`${base}/settings/audit`)
  await waitUntilSynced(page)
  await expect(page.getByText('It is for admins of the workspace.')).toBeVisible()
  await openFromSidebar(page, 'Daily highs in Seattle')

  const ann = await openBrowser(owner)
  await ann.page.goto(`${base}/settings/members`)
  await waitUntilSynced(ann.page)
  await ann.page.getByRole('combobox', { name: 'Role of Bo Diaz' }).selectOption('editor')
  await expect(page.getByText('You are now an editor of this workspace')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to dashboard' }).first()).toBeVisible()
  await rename(page, 'chart name', 'Warm days')
  await waitUntilSynced(page)
  await page.getByRole('link', { name: 'Warm days' }).hover()
  await page.getByRole('button', { name: 'Menu of Warm days' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(copied).toContain(`${base}/charts/sample-daily-highs`)

  await openFromSidebar(ann.page, 'Warm days')
  await ann.page.getByRole('button', { name: 'History' }).click()
  await expect(ann.page.getByRole('dialog').getByText('Bo Diaz')).toBeVisible()
  await ann.page.keyboard.press('Escape')

  await goToSettings(ann.page, 'Members')
  expect(problems.unexpected()).toEqual([])
  problems.allow(/403/)
  await ann.page.getByRole('button', { name: 'More about Bo Diaz' }).click()
  await ann.page.getByRole('menuitem', { name: 'Remove from the workspace…' }).click()
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(status(page)).toHaveText('Not a member')
})

test('two workspaces in one browser never mix', inLongRun, async ({ team, owner, openBrowser }) => {
  const first = await team.workspaceOf(owner, 'First')
  const second = await team.workspaceOf(owner, 'Second')
  const { page, context, problems } = await openBrowser(owner)
  problems.allow(/404/)
  await page.goto(`/w/${first.slug}`)
  await makeDashboard(page, 'Only in the first')
  const secret = new URL(page.url()).pathname
  expect(secret.startsWith(`/w/${first.slug}/dashboards/`)).toBe(true)

  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: second.name, exact: true }).click()
  await page.waitForURL(`**/w/${second.slug}`)
  await waitUntilSynced(page)
  await expect(page.getByText('Only in the first')).toHaveCount(0)
  await makeDashboard(page, 'Only in the second')

  const other = await context.newPage()
  await other.goto(`/w/${first.slug}`)
  await waitUntilSynced(other)
  await expect(other.getByRole('link', { name: /Only in the first/ }).first()).toBeVisible()
  await expect(other.getByText('Only in the second')).toHaveCount(0)
  // An address without a workspace means the one opened last.
  await other.goto('/trash')
  await other.waitForURL(`**/w/${first.slug}/trash`)
  await other.goto(secret.replace(first.slug, second.slug))
  await expect(other.getByText('There is no dashboard at this address')).toBeVisible()
})

test('signing out in one tab signs all of them out and clears this browser', async ({ team, owner, openBrowser }) => {
  const workspace = await team.workspaceOf(owner, 'Leaving')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const { page, context, problems } = await openBrowser(bo)
  // A tab may be sending a request just then; and there is no workspace with that name.
  problems.allow(/401/, /404/)
  await page.goto(`/w/${workspace.slug}/dashboards/sample-dashboard?f.region=Asia`)
  await waitUntilSynced(page)
  const choices = async () => (await context.cookies()).filter(({ name }) => name.startsWith('tidemark-choices'))
  await expect.poll(choices).toMatchObject([{ path: `/w/${workspace.slug}/dashboards/sample-dashboard` }])
  const other = await context.newPage()
  await other.goto(`/w/${workspace.slug}/data`)
  await waitUntilSynced(other)
  expect((await kept(page)).length).toBeGreaterThan(0)

  await signOut(page, 'Sign out')
  await other.waitForURL('**/sign-in')
  await expect.poll(() => kept(page)).toEqual([])
  await expect.poll(choices).toEqual([])
  await page.goto(`/w/${workspace.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()

  // The same works on a page without a workspace.
  await signIn(page, bo)
  await waitUntilSynced(page)
  await other.goto('/w/nowhere')
  await waitUntilHydrated(other)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await expect.poll(() => kept(page)).toEqual([])
})

test('changes that were not sent are kept over signing out, and offered again; edits outlive a session that has ended', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Unsent')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const { page, context, problems } = await openBrowser(bo)
  problems.allow(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /401/, /Failed to fetch/)
  await page.goto(`/w/${workspace.slug}`)
  await makeDashboard(page, 'Before')
  const address = page.url()
  await page.route('**/api/replicache/push', (route) => route.abort())
  await rename(page, 'dashboard name', 'Not sent')
  await expect(status(page)).toHaveText(/Offline, 1 change waiting/)
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  const dialog = page.getByRole('dialog', { name: 'One change is not sent yet' })
  await expect(dialog).toContainText('Send it first, or keep it in this browser: it is offered again when')
  await dialog.press('Escape')
  await signOut(page, 'Keep and sign out')
  await expect(page.getByText('One change was not sent')).toBeVisible()
  await expect(page.getByText('It is kept in this browser, and offered again when')).toBeVisible()
  await page.unroute('**/api/replicache/push')

  await signIn(page, bo)
  await page.goto(address)
  await expect(status(page)).toHaveText('1 recovered change')
  await status(page).click()
  await page.getByRole('button', { name: 'Apply it again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Not sent' })).toBeVisible()
  await waitUntilSynced(page)

  await test.step('the session ends, and its person signs in again', async () => {
    await endSession(context)
    await rename(page, 'dashboard name', 'Made without a session')
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await expect(page.getByText('One change waits here until you have signed in.')).toBeVisible()
    expect(await accessibilityOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Sign in again' }).click()
    const signingIn = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(signingIn.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(bo.email)
    await signingIn.getByLabel('Password', { exact: true }).fill(bo.password)
    await page.keyboard.press('Enter')
    await waitUntilSynced(page)
    await expect(page.getByText('Your session has ended')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Made without a session' })).toBeVisible()
  })
})

test(
  'what waits on a page is not sent as somebody else who has signed in to the browser since',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Shared desk')
    const [bo, cy] = [
      await team.join(owner, workspace, 'Bo Diaz', 'editor'),
      await team.join(owner, workspace, 'Cy Park', 'editor'),
    ]
    const { page, context, problems } = await openBrowser(bo)
    problems.allow(/401/, /ERR_FAILED/, /Failed to fetch/)
    const address = `/w/${workspace.slug}${sampleDashboard.path}`
    // No push from this browser succeeds, so the server does not know yet whose client this is.
    await page.route('**/api/replicache/push', (route) => route.abort())
    await page.goto(address)
    await waitUntilSynced(page)
    await rename(page, 'dashboard name', 'Named by Bo')
    await endSession(context)
    const other = await context.newPage()
    await other.goto('/sign-in')
    await page.unroute('**/api/replicache/push')
    await signIn(other, cy)
    await expect(page.getByText('One change waits here until you have signed in.')).toBeVisible()
    await other.goto(address)
    await waitUntilSynced(other)
    await expect(other.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()

    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).fill(bo.password)
    await page.keyboard.press('Enter')
    await waitUntilSynced(page)
    const history = await owner.api.get('/api/history/dashboard/sample-dashboard', {
      headers: { 'x-tidemark-workspace': workspace.id },
    })
    expect(await history.text()).toContain(bo.id)
    expect(await history.text()).not.toContain(cy.id)
  },
)

test('axe finds nothing serious on the pages of those who are not signed in, in either theme', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser()
  for (const path of ['/sign-in', '/forgot-password', '/reset-password#x', '/set-up#x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await accessibilityInThemes(page)).toEqual([])
  }
})

/** Returns all controls that change the workspace. */
function editControls(page: Page): Locator {
  return page.getByRole('button', {
    name: /^(New|Add(?! to favourites)|Create|Rename|Restore|Undo|Redo|Run|Ask|Save)|rename|Add tab|Properties/,
  })
}

function status(page: Page): Locator {
  return page.locator('header').getByRole('status').first()
}

async function makeDashboard(page: Page, name: string): Promise<void> {
  await waitUntilSynced(page)
  await page.getByRole('main').getByRole('button', { name: 'New dashboard' }).click()
  await page.waitForURL('**/dashboards/*')
  await rename(page, 'dashboard name', name)
  await waitUntilSynced(page)
}

async function signOut(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await page.waitForURL('**/sign-in')
}

async function endSession(context: BrowserContext): Promise<void> {
  for (const { name } of await context.cookies()) {
    if (name.includes('session')) await context.clearCookies({ name })
  }
}

test(
  'two workspaces in two tabs of one browser share one stream, by which each hears of its own alone',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const [harbour, club] = [await team.workspaceOf(owner, 'Harbour'), await team.workspaceOf(owner, 'Club')]
    const bo = await team.join(owner, harbour, 'Bo Diaz', 'editor')
    const dashboardIn = ({ slug }: { readonly slug: string }) => `/w/${slug}/dashboards/sample-dashboard`
    const proxy = await FrontProxy.open(team.server.origin)
    const { page: inHarbour, context } = await openBrowser(bo)
    await inHarbour.goto(`${proxy.origin}${dashboardIn(harbour)}`)
    await waitUntilSynced(inHarbour)

    // The stream is already open when its person joins the second workspace.
    const headers = { 'x-tidemark-workspace': club.id }
    const created = await owner.api.post('/api/invites', { data: { email: bo.email, role: 'editor' }, headers })
    const { link } = (await created.json()) as { readonly link: string } // our own API
    expect((await bo.api.post('/api/invites/accept', { data: { token: link.split('#')[1] } })).ok()).toBe(true)
    const inClub = await context.newPage()
    await inClub.goto(`${proxy.origin}${dashboardIn(club)}`)
    await waitUntilSynced(inClub)

    const { page: ann } = await openBrowser(owner)
    for (const [workspace, here, elsewhere] of [
      [club, inClub, inHarbour],
      [harbour, inHarbour, inClub],
    ] as const) {
      await ann.goto(dashboardIn(workspace))
      await waitUntilSynced(ann)
      // The sample dashboards of both workspaces have the same id.
      const people = (page: Page) => page.getByRole('list', { name: 'Also looking at this dashboard' })
      await expect(people(here).getByRole('listitem')).toHaveText(/Ann Lee/)
      await expect(people(elsewhere)).toHaveCount(0)
      await rename(ann, 'dashboard name', `From Ann to ${workspace.name}`)
      await expect(here.getByRole('heading', { level: 1, name: `From Ann to ${workspace.name}` })).toBeVisible()
      await rename(here, 'dashboard name', `From Bo in ${workspace.name}`)
      await expect(ann.getByRole('heading', { level: 1, name: `From Bo in ${workspace.name}` })).toBeVisible()
    }
    expect(proxy.mostUnderWay('/api/replicache/poke')).toBe(1)
    await context.close()
    await proxy.close()
  },
)
