import { startMailServer } from '../../testkit/servers/mail-test-server'
import { dashboardOf, push, sqlChart, waitUntilSynced } from './fixtures'
import { expect, test } from './team-fixtures'

test.slow()

const sql = `SELECT * FROM (VALUES ('North', 10), ('South', 20)) t(region, amount)`

test('a dashboard is sent each weekday with its filter, until its reader ends it by the link in the mail', async ({
  startTeam,
  browser,
}) => {
  const mail = await startMailServer()
  const team = await startTeam({ SMTP_URL: mail.url })
  try {
    const ann = await team.setUp('Ann Lee', 'Harbour Coffee')
    await push(ann.api, [
      sqlChart('rows', 'Rows', sql, { type: 'table' }),
      ...dashboardOf('board', 'Board', ['rows']),
      [
        'createFilter',
        {
          ...{ id: 'region', dashboardId: 'board', name: 'Region', column: 'region', kind: 'category', default: null },
          ...{ scope: { kind: 'all' }, order: 'a0' },
        },
      ],
    ])
    const context = await browser.newContext({ baseURL: team.server.origin, storageState: ann.state })
    const page = await context.newPage()
    await page.goto('/w/harbour-coffee/dashboards/board?f.region=North')
    await waitUntilSynced(page)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'Send on a schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send “Board” on a schedule' })
    await dialog.getByLabel('When').fill('each weekday at 8')
    await dialog.getByLabel('Time zone').selectOption('America/New_York')
    await expect(dialog.getByText('Next: ')).toContainText('08:00')
    await dialog.getByRole('checkbox', { name: 'Ann Lee (you)' }).uncheck()
    await dialog.getByLabel('To other addresses').fill('carl@example.org')
    await dialog.getByRole('checkbox', { name: 'CSV of each chart' }).check()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()

    await page.goto('/w/harbour-coffee/settings/subscriptions')
    await expect(page.getByText('Every weekday at 08:00, America/New York')).toBeVisible()
    await page.getByRole('button', { name: 'Send Board now' }).click()
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(1)
    const [received] = mail.mails
    if (received === undefined) throw new Error('no mail')
    const { to, text, parsed } = received
    expect([to, parsed.subject]).toEqual([['carl@example.org'], 'Board'])
    expect(text).toContain('/w/harbour-coffee/dashboards/board?f.region=North')
    const files = Object.fromEntries(parsed.attachments.map(({ filename, content }) => [filename, content]))
    expect(files['Board.png']?.subarray(1, 4).toString()).toBe('PNG')
    expect(files['Board.pdf']?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files['Rows.csv']?.toString().replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'region,amount',
      'North,10',
    ])

    const stranger = await browser.newPage()
    await stranger.goto(/http:\S+\/api\/unsubscribe\/\S+/.exec(text)?.[0] ?? '')
    await stranger.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(stranger.getByRole('heading', { name: 'Done' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Stopped. Nobody wants it any more.')).toBeVisible()
    await stranger.close()
    await context.close()
  } finally {
    // First, because it keeps a connection to the mail server.
    await team.server.remove()
    await mail.close()
  }
})
