import { createHash, randomBytes } from 'node:crypto'
import { desktopSignInAddress, finishAddress } from '@tidemark/shared/accounts/desktop-sign-in'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { startIdentityProvider } from '../../testkit/servers/identity-provider'
import { accessibilityOf } from './accessibility-of'
import { waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('an invited person joins through the identity provider, and later signs in to the page they asked for', async ({
  startTeam,
  openBrowser,
}) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const provider = await startIdentityProvider({ redirectUri: `${origin}/api/auth/callback/oidc` })
  const team = await startTeam({ ...provider.settings, TIDEMARK_OIDC_NAME: 'Harbour login' }, port)
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true, name: 'Bo Diaz', groups: [] })
  const owner = await team.setUp('Ann Lee', 'Harbour Coffee')
  const invite = await owner.api.post('/api/invites', { data: { email: 'bo@example.com', role: 'editor' } })
  const { link } = (await invite.json()) as { readonly link: string } // our own server's answer

  const { page, context, problems } = await openBrowser()
  // Tiles ask while the session is taken away.
  problems.allow(/401/)
  await page.goto(link)
  await expect(page.getByLabel('Your name')).toBeVisible()
  const go = page.getByRole('link', { name: 'Continue with Harbour login' })
  await go.click()
  await page.getByLabel('Login').fill('bo')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('**/w/harbour-coffee')
  await waitUntilSynced(page)

  await context.clearCookies({ name: /session_token/ })
  await page.goto(`${origin}/w/harbour-coffee/data`)
  await page.waitForURL('**/sign-in?*')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  // The provider still knows him.
  await go.click()
  await page.waitForURL('**/w/harbour-coffee/data')

  // What the desktop app does: its own page begins with a secret, and ends with the code that the browser hands over.
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  await context.clearCookies({ name: /session_token/ })
  await page.goto(`${origin}${desktopSignInAddress(challenge)}`)
  await expect(page.getByText('You are Bo Diaz (bo@example.com) in this browser.')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  const answer = page.waitForResponse('**/sign-in/desktop/code')
  await page.getByRole('button', { name: 'Open Tidemark' }).click()
  const { code } = (await (await answer).json()) as { readonly code: string } // our own server's answer
  const app = await openBrowser()
  await app.context.addInitScript(() => {
    if (location.pathname === '/sign-in/desktop') Object.assign(window, { tidemarkDesktop: {} })
  })
  const finish = finishAddress({ code, verifier, next: '/w/harbour-coffee/data' })
  await page.goto(`${origin}${finish}`)
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await app.page.goto(`${origin}${finish}`)
  await app.page.waitForURL('**/w/harbour-coffee/data')

  await context.clearCookies()
  provider.people.set('eve', { email: 'ann.lee@example.com', email_verified: false, name: 'Eve', groups: [] })
  await page.goto(`${origin}/sign-in`)
  await go.click()
  await page.getByLabel('Login').fill('eve')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'does not confirm that your e-mail address is yours',
  )
  await provider.close()
})
