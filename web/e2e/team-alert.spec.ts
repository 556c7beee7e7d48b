import { startMailServer } from '../../testkit/servers/mail-test-server'
import { startWebhookReceiver } from '../../testkit/servers/webhook-receiver'
import { push, sqlChart, waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

test('an alert fires once when its data changes and ends once, in the page, by mail and by webhook', async ({
  startTeam,
  browser,
}) => {
  const [mail, receiver] = await Promise.all([startMailServer(), startWebhookReceiver()])
  const team = await startTeam({ SMTP_URL: mail.url, TIDEMARK_WEBHOOK_HOSTS: '127.0.0.1' })
  try {
    const ann = await team.setUp('Ann Lee', 'Harbour Coffee')
    const headers = { 'content-type': 'application/octet-stream' }
    const upload = async (path: string, orders: number) =>
      expect((await ann.api.post(path, { data: `day,n\n2026-01-01,${orders}\n`, headers })).ok()).toBe(true)
    const change = (orders: number) => upload('/api/datasets/orders/versions?fileName=orders.csv', orders)
    await upload('/api/datasets?fileName=orders.csv&id=orders&name=Orders', 50)
    await push(ann.api, [sqlChart('total', 'Total', 'SELECT n FROM orders', { type: 'number', y: ['n'] })])
    await ann.api.post('/api/webhooks', { data: { name: 'Ops', format: 'signed', url: receiver.url } })

    const context = await browser.newContext({ baseURL: team.server.origin, storageState: ann.state })
    await context.grantPermissions(['notifications'])
    const page = await context.newPage()
    await page.goto('/w/harbour-coffee/charts/total')
    await waitUntilSynced(page)
    await page.getByRole('button', { name: 'Menu of this chart' }).click()
    await page.getByRole('menuitem', { name: 'Alert…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Alert on “Total”' })
    await dialog.getByLabel('Check it').selectOption('data')
    await dialog.getByLabel('To a webhook').selectOption('Ops')
    await dialog.getByLabel('Limit').fill('100')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()

    await page.goto('/w/harbour-coffee/settings/alerts')
    await page.getByRole('button', { name: 'Show them in this browser' }).click()
    await page.getByRole('button', { name: 'Check Total now' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Total is over 100' })
    const returned = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const expectInRow = async (words: string) =>
      await expect(async () => {
        await returned()
        await expect(row).toContainText(words, { timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
    await expectInRow('All is clear: 50')

    receiver.status = 500
    await change(120)
    // At once, because the message goes by itself.
    const toast = page.locator('[data-part=toast]').filter({ hasText: 'Total is over 100' })
    await Promise.all([expectInRow('Fires: 120'), expect(toast).toBeVisible({ timeout: 60_000 })])
    // What a webhook refuses is told to who set the alert.
    await expectInRow('It answered 500')
    await page.getByRole('button', { name: 'Check Total now' }).click()
    await page.getByRole('button', { name: 'Snooze Total' }).click()
    await page.getByRole('menuitem', { name: 'For an hour' }).press('Enter')
    await expectInRow('snoozed until')
    await page.getByRole('button', { name: 'End the snooze of Total' }).click()
    await change(40)
    await expectInRow('All is clear: 40')
    await expect
      .poll(() => mail.mails.map(({ parsed }) => parsed.subject), { timeout: 60_000 })
      .toEqual(['Total is over 100', 'Total is no longer over 100'])
    expect(receiver.messages[0]?.type).toBe('alert.fired')

    await page.getByRole('button', { name: 'Checks of Total' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByRole('listitem')
        .filter({ hasText: /^It fires|^All/ }),
    ).toContainText(['All is clear.40 (told that it ended)', 'It fires.120 (told)', 'All is clear.50'])
    await context.close()
  } finally {
    // First, because it keeps a connection to the mail server.
    await team.server.remove()
    await mail.close()
    await receiver.close()
  }
})
