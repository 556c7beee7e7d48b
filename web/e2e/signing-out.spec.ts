import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { rename, sampleDashboard, waitUntilSynced } from './fixtures'
import { FrontProxy, silence } from './front-proxy'
import { offlineProblems } from './page-problems'
import { waitUntilHydrated } from '../../testkit/pages/wait-until-hydrated.mjs'
import { expect, kept, signIn, test } from './team-fixtures'
import { inLongRun } from '../../testkit/long-run'

test.slow()

const signedOut = { level: 1, name: 'You are signed out' } as const

test(
  'where the network is silent, a page that is left says what it waits for, and goes on when there is an answer',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Silent')
    const cy = await team.join(owner, workspace, 'Cy Park', 'admin')
    const { page, context, problems } = await openBrowser(cy)
    // The proxy closes before the pages do.
    problems.allow(...offlineProblems, /401/)
    const proxy = await FrontProxy.open(team.server.origin)
    await page.goto(`${proxy.origin}/w/${workspace.slug}${sampleDashboard.path}`)
    await waitUntilSynced(page)
    const other = await context.newPage()
    await other.goto(`${proxy.origin}/w/${workspace.slug}/data`)
    await waitUntilSynced(other)
    // After an interaction a page has everything that it needs without the network.
    await other.mouse.move(700, 400)
    const dialog = await askToSignOut(page)
    const shown = await Promise.all([page, other].map(tellWhatIsShown))
    proxy.instead = () => silence
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    for (const { whenLeft } of shown) {
      const text = await whenLeft
      expect(text).toContain('The server does not answer just now.')
      expect(text).toContain('Try again')
      expect(text).not.toContain(workspace.name)
    }
    proxy.instead = () => undefined
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible({ timeout: 40_000 })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('tidemark-signed-out'))).toBeNull()
    await proxy.close()
  },
)

test('signing out needs no server outside of a workspace either', inLongRun, async ({ team, owner, openBrowser }) => {
  const workspace = await team.workspaceOf(owner, 'Outside')
  const cy = await team.join(owner, workspace, 'Cy Park', 'admin')
  const { link } = (await (
    await owner.api.post('/api/invites', {
      data: { email: 'somebody.else@example.com', role: 'viewer' },
      headers: { 'x-tidemark-workspace': workspace.id },
    })
  ).json()) as { readonly link: string } // our own API
  const { page, context, problems } = await openBrowser(cy)
  problems.allow(...offlineProblems, /404/, /401/, /ERR_FAILED/)
  await page.goto('/w/somebody-elses')
  await expect(page.getByRole('heading', { level: 1, name: 'You are not in this workspace' })).toBeVisible()
  await waitUntilWhole(page)
  await context.route('**', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', signedOut)).toBeVisible()
  await context.unroute('**')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect((await cy.api.get('/api/session')).status()).toBe(401)

  const di = await team.join(owner, workspace, 'Di Roth', 'viewer')
  const ofDi = await openBrowser(di)
  ofDi.problems.allow(...offlineProblems, /401/, /ERR_FAILED/)
  await ofDi.page.goto(link)
  const leave = ofDi.page.getByRole('button', { name: 'Sign out' })
  await expect(leave).toBeVisible()
  await waitUntilWhole(ofDi.page)
  await ofDi.context.route('**', (route) => route.abort())
  await leave.click()
  await expect(ofDi.page.getByRole('heading', signedOut)).toBeVisible()
  await ofDi.context.unroute('**')
  // The link is the same, but now it asks for the invited account.
  await expect(ofDi.page.getByRole('textbox', { name: 'Your name' })).toBeVisible()
})

test(
  'what another tab changed a moment ago is asked about before anything is cleared',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Two tabs')
    const { page } = await openBrowser(await team.join(owner, workspace, 'Cy Park', 'admin'))
    await page.goto(`/w/${workspace.slug}${sampleDashboard.path}`)
    await waitUntilSynced(page)
    const question = await askToSignOut(page)
    // Written like another tab's change at this moment, which this page notices only at its next look.
    await question.getByRole('button', { name: 'Sign out' }).evaluate((button: HTMLElement) => {
      const opened = Object.keys(localStorage).find((key) => key.endsWith(':opened')) ?? ''
      const changes = [{ name: 'updateDashboard', args: { id: 'sample-dashboard', name: 'Named elsewhere', at: 1 } }]
      localStorage.setItem(opened.replace(/:opened$/, ':journal:elsewhere'), JSON.stringify(changes))
      button.click()
    })
    const dialog = page.getByRole('dialog', { name: 'One change is not sent yet' })
    await expect(dialog.getByRole('alert')).toContainText('You are still signed in')
    await expect(dialog.getByRole('button', { name: 'Keep and sign out' })).toBeEnabled()
    // All three buttons are visible, on a phone too.
    await page.setViewportSize({ width: 375, height: 800 })
    const discard = dialog.getByRole('button', { name: 'Discard and sign out' })
    await expect(discard).toBeInViewport({ ratio: 1 })
  },
)

test(
  'changes that wait in other workspaces are told by workspace before they are discarded, can be sent, and are kept',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const [acme, beta, gamma] = [
      await team.workspaceOf(owner, 'Acme'),
      await team.workspaceOf(owner, 'Beta'),
      await team.workspaceOf(owner, 'Gamma'),
    ]
    const cy = await team.join(owner, acme, 'Cy Park', 'admin')
    for (const { id } of [beta, gamma]) {
      const headers = { 'x-tidemark-workspace': id }
      const created = await owner.api.post('/api/invites', { data: { email: cy.email, role: 'editor' }, headers })
      const { link } = (await created.json()) as { readonly link: string } // our own API
      expect((await cy.api.post('/api/invites/accept', { data: { token: link.split('#')[1] } })).ok()).toBe(true)
    }
    const { page, context, problems } = await openBrowser(cy)
    problems.allow(...offlineProblems, /401/, /403/, /ERR_FAILED/, /Failed to fetch/)
    const addressOf = ({ slug }: { readonly slug: string }) => `/w/${slug}${sampleDashboard.path}`
    const change = async (tab: Page, workspace: { readonly slug: string }, name: string) => {
      await tab.goto(addressOf(workspace))
      await waitUntilSynced(tab)
      await tab.route('**/api/replicache/push', (route) => route.abort())
      await rename(tab, 'dashboard name', name)
      await expect(tab.getByRole('status').filter({ hasText: '1 change waiting' }).first()).toBeVisible()
    }
    // The first workspace is open nowhere, the second one in another tab, and the person was removed from the third.
    await change(page, beta, 'Waits in Beta')
    await expect.poll(async () => (await kept(page)).some((name) => name.includes(':journal:'))).toBe(false)
    const other = await context.newPage()
    await change(other, gamma, 'Waits in Gamma')
    await page.goto(addressOf(acme))
    await waitUntilSynced(page)
    await page.unroute('**/api/replicache/push')

    await openDialog(page)
    const dialog = page.getByRole('dialog', { name: '2 changes are not sent yet' })
    await expect(dialog.getByRole('listitem')).toHaveText([`1 change in ${beta.name}`, `1 change in ${gamma.name}`])
    await expect(dialog.getByRole('link', { name: beta.name })).toHaveAttribute('href', `/w/${beta.slug}`)
    expect(await accessibilityOf(page)).toEqual([])
    // Only changes of workspaces that can reach the server can be sent.
    await dialog.getByRole('button', { name: 'Send now' }).click()
    const one = page.getByRole('dialog', { name: 'One change is not sent yet' })
    await expect(one.getByRole('listitem')).toHaveText([`1 change in ${gamma.name}`])
    const betaPage = async () => (await owner.api.get(addressOf(beta))).text()
    expect(await betaPage()).toContain('Waits in Beta')

    const headers = { 'x-tidemark-workspace': gamma.id }
    expect((await owner.api.delete(`/api/members/${cy.id}`, { headers })).ok()).toBe(true)
    await context.route('**/api/**', (route) => route.abort())
    await expect(one.getByRole('listitem')).toHaveText([`1 change in ${gamma.name}`])
    // The sign-in page that deletes this browser's data also says what it kept.
    await other.close()
    await one.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('One change was not sent')).toBeVisible({ timeout: 20_000 })
    await context.unroute('**/api/**')

    // After their return the workspace's name is unknown; the dialog still lists it before signing out.
    await page.goto('/sign-in')
    await signIn(page, cy)
    await waitUntilSynced(page)
    await openDialog(page)
    await expect(one.getByRole('listitem')).toHaveText(['1 change in a workspace that you are no longer a member of'])
    await one.getByRole('button', { name: 'Discard and sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect.poll(() => kept(page)).toEqual([])
  },
)

/**
 * Reports what the page shows once its person has left. The page reports it itself, because while the next page is
 * loading, a browser answers no question about this one.
 */
async function tellWhatIsShown(page: Page): Promise<{ readonly whenLeft: Promise<string> }> {
  const told = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('You are signed out'),
    timeout: 30_000,
  })
  await page.evaluate(() => {
    setInterval(() => document.documentElement.hidden || console.log(document.body.innerText), 200)
  })
  return { whenLeft: told.then((message) => message.text()) }
}

/** Waits until the page answers clicks and has loaded what it needs for that. */
async function waitUntilWhole(page: Page): Promise<void> {
  await waitUntilHydrated(page)
  await page.waitForLoadState('networkidle')
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /workspace menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out…' }).click()
}

async function askToSignOut(page: Page) {
  await openDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await expect(dialog).toBeVisible()
  return dialog
}
