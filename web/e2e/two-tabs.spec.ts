import type { Page } from '@playwright/test'
import { expect, openNewChart, openNewDashboard, rename, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

declare global {
  interface Window {
    /** The names of drafts that other tabs stored, by their texts. */
    draftNames?: Record<string, string>
  }
}

test('a second tab and another browser show an edit within a moment, and one made there comes back', async ({
  page,
  context,
  browser,
  server,
}) => {
  await openNewDashboard(page, 'Here and there')
  const otherContext = await browser.newContext({ baseURL: server.origin })
  for (const [where, other] of [
    ['a second tab', await context.newPage()],
    ['another browser', await otherContext.newPage()],
  ] as const) {
    await test.step(where, async () => {
      await other.goto(new URL(page.url()).pathname)
      await waitUntilSynced(other)
      await rename(page, 'dashboard name', `Renamed here for ${where}`)
      await expect(other.getByRole('heading', { level: 1, name: `Renamed here for ${where}` })).toBeVisible()
      await rename(other, 'dashboard name', `Renamed in ${where}`)
      await expect(page.getByRole('heading', { level: 1, name: `Renamed in ${where}` })).toBeVisible()
    })
  }
  await otherContext.close()
})

test('a duplicated tab keeps a draft of its own', inLongRun, async ({ page, context }) => {
  // The stored drafts are removed later, so each tab records the names that the other one uses.
  await context.addInitScript(() =>
    addEventListener('storage', ({ key, newValue }) => {
      if (key?.includes(':draft:') && newValue !== null) (window.draftNames ??= {})[newValue] = key
    }),
  )
  await page.goto('/charts/sample-daily-highs')
  await waitUntilSynced(page)
  const opened = context.waitForEvent('page')
  // Copies the session storage, as duplicating a tab does.
  await page.evaluate(() => {
    const link = document.createElement('a')
    Object.assign(link, { href: location.href, target: '_blank', rel: 'opener' })
    link.click()
  })
  const copy = await opened
  await waitUntilSynced(copy)
  const names = new Set<string>()
  for (const [text, tab, other] of [
    ['select 1 as here', page, copy],
    ['select 2 as there', copy, page],
  ] as const) {
    await tab.getByRole('textbox', { name: /^SQL of / }).click()
    await tab.keyboard.press('ControlOrMeta+a')
    await tab.keyboard.insertText(text)
    const name = await other.waitForFunction(nameOfDraft, text)
    names.add(await name.jsonValue())
  }
  expect(names.size).toBe(2)
  await copy.reload()
  await waitUntilSynced(copy)
  await expect(copy.getByRole('textbox', { name: /^SQL of / })).toContainText('there')
})

test(
  'SQL that was stored as the page closed does not come back over what was made of it later',
  inLongRun,
  async ({ page, browser, server }) => {
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
    // Stored as the page closes, with a copy that is kept until it is certainly stored.
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
  },
)

function nameOfDraft(text: string): string {
  return Object.entries(window.draftNames ?? {}).find(([draft]) => draft.includes(text))?.[1] ?? ''
}
