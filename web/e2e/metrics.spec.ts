import { newId } from '@tidemark/shared/base/ids'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardOf, drop, expect, push, rename, test, tile, waitUntilSynced, type Change } from './fixtures'

test('a dropped file becomes a metric that two dashboards use, and a change of it changes both', async ({
  page,
  context,
}) => {
  await push(page.request, [...dashboardOf('north', 'North', []), ...dashboardOf('south', 'South', [])])
  await page.goto('/data')
  await waitUntilSynced(page)
  await drop(page, 'fair orders.csv', 'city,amount\nBern,10\nBern,20\nKöln,30\n')
  await expect(page.getByRole('heading', { level: 1, name: 'fair orders' })).toBeVisible({ timeout: 30_000 })

  const pick = async (step: string, button: string, text: string) => {
    const search = page.getByRole('combobox', { name: /^Find / })
    await expect(search).toHaveCount(0)
    await page.getByRole('region', { name: step, exact: true }).getByRole('button', { name: button }).press('Enter')
    await search.fill(text)
    await page.getByRole('option', { name: text }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Metrics' }).click()
  await page.getByRole('button', { name: 'New metric' }).click()
  await rename(page, 'metric name', 'Sales')
  await pick('Data', 'Table: ', 'fair orders')
  await pick('Measure', 'Add a measure', 'amount')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('60')
  await waitUntilSynced(page)
  const address = page.url()

  await page.getByRole('button', { name: 'Ask with it' }).click()
  await page.getByRole('button', { name: 'Add to dashboard' }).click()
  const adding = page.getByRole('dialog', { name: 'Add to dashboard' })
  await adding.getByRole('combobox', { name: 'Dashboard' }).selectOption('North')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const onNorth = page.getByRole('article').first()
  await expect(onNorth).toContainText('60')

  // The other one has a chart of its own, by city.
  const metric = new URL(address).pathname.split('/').at(-1) ?? ''
  await push(page.request, chartBy(metric))
  const south = await context.newPage()
  await south.goto('/dashboards/south')
  await expect(tile(south, 'By city').getByRole('gridcell', { name: '30', exact: true })).toHaveCount(2)

  const third = await context.newPage()
  await third.goto(address)
  await waitUntilSynced(third)
  await third.getByRole('button', { name: /^Measure: / }).click()
  await third.getByRole('combobox', { name: 'amount' }).selectOption('average')
  await expect(onNorth).toContainText('20')
  await expect(tile(south, 'By city').getByRole('gridcell', { name: '15', exact: true })).toHaveCount(1)
})

function chartBy(metric: string): readonly Change[] {
  const city = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' } as const
  const measure = { fn: 'count', column: null, percentile: 50, show: 'value', label: 'Sales', metric } as const
  const question = {
    ...emptyQuestion,
    source: { schema: null, name: 'fair_orders' },
    groups: [{ id: 'g', column: city, grain: null, label: '' }],
    measures: [{ id: 'm', ...measure }],
  }
  const fields = { id: 'by-city', name: 'By city', folderId: null, description: '', order: 'a9' }
  const query = { kind: 'builder', connectionId: 'local', question }
  const place = { x: 0, y: 0, w: 6, h: 6 }
  const content = { kind: 'chart', chartId: 'by-city' }
  return [
    ['createChart', { ...fields, query, visual: { ...defaultVisual, type: 'table' } }],
    ['createTile', { id: newId(), dashboardId: 'south', tabId: 'south-tab', content, place }],
  ]
}
