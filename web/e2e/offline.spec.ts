import type { Page } from '@playwright/test'
import {
  addExistingCharts,
  addTab,
  drawing,
  expect,
  openNewDashboard,
  rename,
  startAgain,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'
import type { BuiltServer } from '../../testkit/servers/built-server.mjs'

test('without the server editing goes on, results stay, and all is there when it is back', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'On a plane')
  await addExistingCharts(page, ['Global temperature'])
  const chart = tile(page, 'Global temperature')
  await expect(drawing(chart)).toBeVisible()
  await waitUntilSynced(page)

  await server.stop()
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible({ timeout: 20_000 })
  await rename(page, 'dashboard name', 'On a train')
  await addTab(page)
  await expect(page.getByRole('status').filter({ hasText: /^Offline, \d changes waiting$/ })).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link').first().click()
  await expect(drawing(chart)).toBeVisible()

  await server.start()
  await waitUntilSynced(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'On a train' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link')).toHaveCount(2)
})

test('a tile that could not ask says so, and is asked once when the server is back; others are left alone', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'Old results', { charts: ['Global temperature', 'Daily highs in Seattle'] })
  // Without a service worker its code is loaded on first use.
  await openPicker(page)
  await page.keyboard.press('Escape')
  const chart = tile(page, 'Daily highs in Seattle')
  await expect(drawing(tile(page, 'Global temperature'))).toBeVisible()
  await expect(drawing(chart)).toBeVisible()
  await waitUntilSynced(page)
  await server.stop()
  await chart.hover()
  await chart.getByRole('button', { name: 'Menu of Daily highs in Seattle' }).click()
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await expect(chart.getByText(/^As of /)).toBeVisible()
  await expect(drawing(chart)).toBeVisible()
  await addExistingCharts(page, ['CO₂ at Mauna Loa'])
  const added = tile(page, 'CO₂ at Mauna Loa')
  await expect(added.getByText('Waiting for the server')).toBeVisible()
  await expect(tile(page, 'Global temperature').getByText(/^As of /)).toBeVisible()
  // The status chip says that there is no server; the tiles do not repeat it.
  for (const name of ['Global temperature', 'CO₂ at Mauna Loa'])
    await expect(tile(page, name).getByText(/Offline/)).toHaveCount(0)

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chart/run-query')) asked.push(...tablesAsked(request.postData() ?? ''))
  })
  await startAgain(server, page)
  await waitUntilSynced(page)
  await expect(drawing(added)).toBeVisible()
  await expect(page.getByText(/^As of /)).toHaveCount(0)
  expect(asked.toSorted()).toEqual(['co2', 'weather'])
})

test('what was done offline at the last moment is there after the page is reloaded, and after it is closed', async ({
  context,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  const page = await context.newPage()
  await openNewDashboard(page, 'Before it was left')
  const { pathname } = new URL(page.url())
  // Without a service worker its code is loaded on first use.
  await openPicker(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await changeOffline(page, server, 'reloaded', 'Global temperature')
  await page.reload().catch(() => null)
  await server.start()
  await page.goto(pathname)
  await expectChanged(page, 'reloaded', ['Global temperature'])

  await openPicker(page)
  await page.keyboard.press('Escape')
  await changeOffline(page, server, 'closed', 'CO₂ at Mauna Loa')
  await page.close()
  await server.start()
  const next = await context.newPage()
  await next.goto(pathname)
  await expectChanged(next, 'closed', ['Global temperature', 'CO₂ at Mauna Loa'])
  await next.reload()
  await expectChanged(next, 'closed', ['Global temperature', 'CO₂ at Mauna Loa'])
  await expect(next.getByText(/not sent|could not be/i)).toHaveCount(0)
})

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Existing charts…' }).click()
  await expect(page.getByRole('combobox')).toBeVisible()
}

async function changeOffline(page: Page, server: BuiltServer, how: string, chart: string): Promise<void> {
  await server.kill()
  await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible()
  await addExistingCharts(page, [chart])
  await rename(page, 'dashboard name', `Until it was ${how}`)
}

async function expectChanged(page: Page, how: string, charts: readonly string[]): Promise<void> {
  await waitUntilSynced(page)
  await expect(page.getByRole('heading', { level: 1, name: `Until it was ${how}` })).toBeVisible()
  for (const chart of charts) await expect(tile(page, chart)).toHaveCount(1)
}

/** Returns the sample tables that a request reads, once per query. */
function tablesAsked(body: string): string[] {
  return [...body.matchAll(/from (?<table>co2|weather|global_temperature)\b/gi)].map(({ groups }) =>
    String(groups?.['table']),
  )
}
