import { totpOf } from '../../testkit/team/totp'
import { accessibilityOf } from './accessibility-of'
import { waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('a workspace asks for a second factor, its member turns it on, and signs in with a code and a backup code', async ({
  team,
  owner,
  openBrowser,
}) => {
  const workspace = await team.workspaceOf(owner, 'Careful')
  const bo = await team.join(owner, workspace, 'Bo Diaz', 'editor')
  const { page, context, problems } = await openBrowser(bo)
  // The open page is refused when the workspace begins to ask.
  problems.allow(/403/, /401/, /400/)
  await page.goto(`/w/${workspace.slug}/data`)
  await waitUntilSynced(page)

  const cy = await team.join(owner, workspace, 'Cy Moss', 'admin')
  const begun = await cy.api.post('/api/auth/two-factor/begin', { data: { password: cy.password } })
  const { key } = (await begun.json()) as { readonly key: string } // our own server's answer
  await cy.api.post('/api/auth/two-factor/confirm', { data: { code: totpOf(key) } })
  const headers = { 'x-tidemark-workspace': workspace.id }
  const asked = await cy.api.patch(`/api/workspaces/${workspace.id}`, { data: { requiresTwoFactor: true }, headers })
  expect(asked.ok()).toBe(true)

  await page.waitForURL('**/two-factor?*')
  await page.getByLabel('Your password', { exact: true }).fill(bo.password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  const own = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(totpOf(own))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('region', { name: 'Backup codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  expect(await accessibilityOf(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.waitForURL(`**/w/${workspace.slug}/data`)

  const signIn = async (code: string) => {
    await context.clearCookies({ name: /session_token/ })
    await page.goto(`/w/${workspace.slug}/settings/account`)
    await page.getByLabel('E-mail address').fill(bo.email)
    await page.getByLabel('Password', { exact: true }).fill(bo.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn('zzzzz-zzzzz')
  await expect(page.getByText('This code is wrong, or no longer works.')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  // The present one was used to turn it on.
  await page.getByLabel('Code', { exact: true }).fill(totpOf(own, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/settings/account')
  await signIn(codes[0] ?? '')
  await page.waitForURL('**/settings/account')
  await expect(page.getByText('On: after your password')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
})
