import { startMailServer } from '../../testkit/servers/mail-test-server'
import { waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('a forgotten password is chosen anew by the link in the mail, which ends the sessions there were', async ({
  browser,
  startTeam,
}) => {
  const mail = await startMailServer()
  const team = await startTeam({ SMTP_URL: mail.url })
  try {
    const ann = await team.setUp('Ann Lee', 'Harbour Coffee')
    const page = await (await browser.newContext({ baseURL: team.server.origin })).newPage()
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(ann.email.toUpperCase())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible()
    await expect.poll(() => mail.mails.map(({ to }) => to)).toEqual([[ann.email]])
    const link = /http:\S+\/reset-password#\S+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? ''

    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('another long password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    expect((await ann.api.get('/api/session')).status()).toBe(401)
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(ann.email)
    await page.getByLabel('Password', { exact: true }).fill(ann.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('another long password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/w/harbour-coffee')
    await waitUntilSynced(page)

    // The link works only once.
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('a third long password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('This link no longer works.')).toBeVisible()
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
    await page.context().close()
  } finally {
    // First, because it keeps a connection to the mail server.
    await team.server.remove()
    await mail.close()
  }
})
