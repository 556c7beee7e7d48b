import type { Browser, Page } from '@playwright/test'
import { addTab, dashboardOf, expect, push, rename, sqlChart, startAgain, test, waitUntilSynced } from './fixtures'

test('what two people did to the same dashboard and chart while offline is all there, though the server was killed between', async ({
  request,
  browser,
  server,
}) => {
  const [dashboardPath, chartPath] = ['/dashboards/common-ground', '/charts/common-chart']
  await push(request, [
    ...dashboardOf('common-ground', 'Common ground', []),
    sqlChart('common-chart', 'Common chart', 'select 0 as nothing, 1 as more'),
  ])
  const [ann, bob] = [
    await openPerson(browser, server.origin, dashboardPath, chartPath),
    await openPerson(browser, server.origin, dashboardPath, chartPath),
  ]
  for (const { context } of [ann, bob]) await context.setOffline(true)
  await rename(ann.dashboard, 'dashboard name', 'Named by Ann')
  await writeSql(ann.chart, 'select 1 as by_ann')
  await addTab(bob.dashboard)
  await rename(bob.chart, 'chart name', 'Named by Bob')
  await bob.chart.getByRole('radio', { name: 'Bar', exact: true }).check()
  await ann.context.setOffline(false)
  await server.kill()
  await startAgain(server, ann.dashboard)
  await ann.chart.evaluate(() => dispatchEvent(new Event('online')))
  await bob.context.setOffline(false)
  for (const { dashboard, chart } of [ann, bob]) {
    await waitUntilSynced(dashboard)
    await waitUntilSynced(chart)
  }
  for (const { dashboard, chart } of [ann, bob]) {
    await expect(dashboard.getByRole('heading', { level: 1, name: 'Named by Ann' })).toBeVisible()
    await expect(dashboard.getByRole('link', { name: 'Tab 2', exact: true })).toBeVisible()
    await expect(chart.getByRole('heading', { level: 1, name: 'Named by Bob' })).toBeVisible()
    await expect(chart.getByRole('textbox', { name: /^SQL of / })).toHaveText('select 1 as by_ann')
    await expect(chart.getByRole('radio', { name: 'Bar', exact: true })).toBeChecked()
  }
  for (const { context } of [ann, bob]) await context.close()
})

/** Opens the dashboard and the chart in tabs of a new browser. */
async function openPerson(browser: Browser, baseURL: string, dashboardPath: string, chartPath: string) {
  const context = await browser.newContext({ baseURL })
  const open = async (path: string) => {
    const tab = await context.newPage()
    await tab.goto(path)
    await waitUntilSynced(tab)
    return tab
  }
  const [dashboard, chart] = [await open(dashboardPath), await open(chartPath)]
  // The editor has replaced the plain field; without a network it could not be loaded.
  await expect(chart.getByRole('textbox', { name: /^SQL of / })).toHaveAttribute('aria-autocomplete', 'list')
  return { context, dashboard, chart }
}

async function writeSql(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: /^SQL of / })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await editor.blur()
}
