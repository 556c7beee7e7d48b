import { expect, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'

test('a second tab shows an edit within a moment, and one made there comes back', async ({ page, context }) => {
  await openNewDashboard(page, 'Here and there')
  await waitUntilSynced(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: 'Here and there' })).toBeVisible()
  await rename(page, 'dashboard name', 'Renamed here')
  await expect(other.getByRole('heading', { level: 1, name: 'Renamed here' })).toBeVisible()
  await waitUntilSynced(other)
  await rename(other, 'dashboard name', 'Renamed there')
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed there' })).toBeVisible()
})

test('a duplicated tab keeps a draft of its own', async ({ page, context }) => {
  await page.goto('/charts/sample-daily-highs')
  await waitUntilSynced(page)
  const opened = context.waitForEvent('page')
  // Like duplicating a tab, it copies what the session stored.
  await page.evaluate(() => void setTimeout(() => window.open(location.href)))
  const copy = await opened
  await waitUntilSynced(copy)
  const texts = ['select 1 as here', 'select 2 as there']
  for (const [index, tab] of [page, copy].entries()) {
    await tab.getByRole('textbox', { name: /^SQL of / }).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(texts[index] ?? '')
  }
  const drafts = () =>
    page.evaluate(() => {
      const kept = Object.entries(localStorage).filter(([key]) => key.endsWith(':drafts'))
      return kept.flatMap(([, json]) => Object.values(JSON.parse(String(json)) as Record<string, string>)).join()
    })
  for (const text of texts) await expect.poll(drafts).toContain(text)
  await copy.reload()
  await waitUntilSynced(copy)
  await expect(copy.getByRole('textbox', { name: /^SQL of / })).toContainText('there')
})

test('another browser shows an edit within a moment', async ({ page, browser, server }) => {
  await openNewDashboard(page, 'Two people')
  await waitUntilSynced(page)
  const otherContext = await browser.newContext({ baseURL: server.origin })
  const other = await otherContext.newPage()
  await other.goto(new URL(page.url()).pathname)
  await waitUntilSynced(other)
  await rename(page, 'dashboard name', 'Seen by both')
  await expect(other.getByRole('heading', { level: 1, name: 'Seen by both' })).toBeVisible()
  await otherContext.close()
})
