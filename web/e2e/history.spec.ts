import type { Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import { changeStore } from './change-store'
import {
  dashboardOf,
  expect,
  openFromSidebar,
  openNewChart,
  push,
  rename,
  startAgain,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'

test.slow()

/** Moves all revisions an hour back, so that the changes until now become one step. */
const anHourLater = 'UPDATE revision SET at = (SELECT max(at) FROM revision) - 3600000'

test('a dashboard and a chart tell who changed what, an earlier version comes back as one step, and without the server the history says so', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await test.step('the history of a chart shows its SQL line by line, opens from the palette, and needs the server', async () => {
    await openNewChart(page, 'With a past')
    await writeSql(page, 'select 1 as one,\n  2 as two', '2')
    await waitUntilSynced(page)
    await push(page.request, dashboardOf('as-it-was', 'As it was', ['sample-daily-highs']))
    await changeStore(server, anHourLater)
    await waitUntilSynced(page)
    await writeSql(page, 'select 1 as one,\n  3 as three', '3')
    await waitUntilSynced(page)

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Search or run a command' }).getByRole('combobox').fill('history')
    await page.getByRole('option', { name: 'Show the history of this chart' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByText('Changed the SQL: 1 line added, 1 removed').click()
    const lines = history.getByRole('group', { name: 'What changed, line by line' })
    await expect(lines.getByRole('insertion')).toHaveText(/3 as three/)
    await expect(lines.getByRole('deletion')).toHaveText(/2 as two/)
    await expect(lines).toContainText('select 1 as one,')
    await server.stop()
    await history.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('The earlier version is back in this browser')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: /^SQL of / })).toContainText('2 as two')
    await openHistory(page)
    await expect(history.getByText('History needs the server')).toBeVisible()
    await history.getByRole('button', { name: 'Try again' }).click()
    await expect(history.getByText('History needs the server')).toBeVisible()
    await startAgain(server, page)
    await expect(history.getByText('Created the chart “With a past”')).toBeVisible()
    await page.keyboard.press('Escape')
    await waitUntilSynced(page)
  })

  await test.step('a dashboard tells who changed what, and an earlier version comes back as one step', async () => {
    await openFromSidebar(page, 'As it was')
    await rename(page, 'dashboard name', 'As it became')
    await tile(page, 'Daily highs in Seattle').getByRole('button', { name: 'Menu of Daily highs in Seattle' }).click()
    await page.getByRole('menuitem', { name: 'Remove from dashboard' }).click()
    await expect(tile(page, 'Daily highs in Seattle')).toBeHidden()
    await waitUntilSynced(page)

    const history = await openHistory(page)
    const steps = history.getByRole('listitem').filter({ has: page.getByRole('time') })
    // The number of steps depends on how long the new changes took.
    await expect(steps.first()).toContainText('You')
    await expect(steps.first()).toContainText('Current version')
    await expect(steps.filter({ hasText: 'Renamed from “As it was” to “As it became”' })).toHaveCount(1)
    await expect(
      steps.filter({ hasText: 'Removed the chart “Daily highs in Seattle” from the dashboard' }),
    ).toHaveCount(1)
    await expect(steps.last()).toContainText('You 1 hour ago')
    await expect(steps.last()).toContainText('Created the dashboard “As it was”')
    await expect(steps.last()).toContainText('Added the chart “Daily highs in Seattle”')
    expect(await accessibilityOf(page)).toEqual([])

    await steps.last().getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('The earlier version is back', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'History', exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1, name: 'As it was' })).toBeVisible()
    await expect(tile(page, 'Daily highs in Seattle')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByRole('heading', { level: 1, name: 'As it became' })).toBeVisible()
    await expect(tile(page, 'Daily highs in Seattle')).toBeHidden()
    await waitUntilSynced(page)
  })
})

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  return page.getByRole('dialog', { name: 'History' })
}

/** Writes SQL and runs it, which also saves it. shown: a text in the result. */
async function writeSql(page: Page, sql: string, shown: string): Promise<void> {
  await page.getByRole('textbox', { name: /^SQL of / }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('gridcell', { name: shown, exact: true })).toBeVisible()
}
