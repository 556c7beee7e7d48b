import type { Page } from '@playwright/test'
import { expect, openNewChart, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'

declare global {
  interface Window {
    /** The names that drafts were kept under, by their texts. */
    draftNames?: Record<string, string>
  }
}

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
  // What is stored is no draft any more: the names are taken down as they are used.
  await context.addInitScript(() => {
    const keep = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, text) {
      if (key.includes(':draft:')) (window.draftNames ??= {})[text] = key
      keep.call(this, key, text)
    }
  })
  await page.goto('/charts/sample-daily-highs')
  await waitUntilSynced(page)
  const opened = context.waitForEvent('page')
  // Like duplicating a tab, it copies what the session stored.
  await page.evaluate(() => {
    const link = document.createElement('a')
    Object.assign(link, { href: location.href, target: '_blank', rel: 'opener' })
    link.click()
  })
  const copy = await opened
  await waitUntilSynced(copy)
  const texts = ['select 1 as here', 'select 2 as there']
  const names = new Set<string>()
  for (const [index, tab] of [page, copy].entries()) {
    const text = texts[index] ?? ''
    await tab.getByRole('textbox', { name: /^SQL of / }).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(text)
    const name = await tab.waitForFunction(nameOfDraft, text)
    names.add(await name.jsonValue())
  }
  expect(names.size).toBe(2)
  await copy.reload()
  await waitUntilSynced(copy)
  await expect(copy.getByRole('textbox', { name: /^SQL of / })).toContainText('there')
})

test('SQL that was stored as the page closed does not come back over what was made of it later', async ({
  page,
  browser,
  server,
}) => {
  await openNewChart(page, 'Stored and changed')
  const sqlOf = (tab: Page) => tab.getByRole('textbox', { name: /^SQL of / })
  const typeSql = async (tab: Page, text: string) => {
    await sqlOf(tab).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(text)
  }
  await typeSql(page, 'select 1 as before')
  await sqlOf(page).blur()
  await waitUntilSynced(page)
  // Stored as the page goes, with what is kept of it until it is certainly stored.
  await typeSql(page, 'select 2 as mine')
  await page.reload()
  await waitUntilSynced(page)
  await expect(sqlOf(page)).toHaveText('select 2 as mine')
  const otherContext = await browser.newContext({ baseURL: server.origin })
  const other = await otherContext.newPage()
  await other.goto(new URL(page.url()).pathname)
  await waitUntilSynced(other)
  await typeSql(other, 'select 1 as before')
  await sqlOf(other).blur()
  await waitUntilSynced(other)
  await expect(sqlOf(page)).toHaveText('select 1 as before')
  await page.reload()
  await waitUntilSynced(page)
  await expect(sqlOf(page)).toHaveText('select 1 as before')
  await expect(sqlOf(other)).toHaveText('select 1 as before')
  await otherContext.close()
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

function nameOfDraft(text: string): string {
  return Object.entries(window.draftNames ?? {}).find(([draft]) => draft.includes(text))?.[1] ?? ''
}
