import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardOf, expect, push, sqlChart, test, tile, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'over old data a filter offers ranges that end with its last day, says which days they are, and keeps them so',
  inLongRun,
  async ({ page }) => {
    const sql = 'SELECT date, count(*) AS n FROM weather GROUP BY 1'
    const filter = { name: 'Day', column: 'date', kind: 'time', default: null, scope: { kind: 'all' }, order: 'a0' }
    await push(page.request, [
      sqlChart('old-days', 'Days', sql, { ...defaultVisual, type: 'table' }),
      ...dashboardOf('old', 'Old data', ['old-days']),
      ['createFilter', { id: 'old-day', dashboardId: 'old', ...filter }],
    ])
    await page.goto('/dashboards/old')
    await waitUntilSynced(page)
    const bar = page.getByRole('region', { name: 'Filters' })
    await bar.getByRole('button', { name: 'Day: All', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Filter Day' })
    await expect(panel.getByRole('radio', { name: /^All of the data\s*1 Jan 2012 – 31 Dec 2015$/ })).toBeChecked()
    await panel.getByRole('radio', { name: /^Last 30 days of data\s*2.{1,3}31 Dec 2015$/ }).check()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('button', { name: 'Day: Last 30 days of data, 2 Dec 2015 – 31 Dec 2015' })).toBeVisible()
    await expect(page).toHaveURL(/f\.old-day=its-last-30-days/)
    await expect(tile(page, 'Days').getByRole('grid')).toHaveAttribute('aria-rowcount', '31')
    const html = await (await page.goto(page.url()))?.text()
    expect(html).toMatch(/Last 30 days of data, 2 Dec 2015 – 31 Dec 2015/)
    expect(html).toMatch(/aria-rowcount="31"/)
  },
)
