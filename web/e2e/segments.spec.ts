import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { drop, expect, push, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'the filters and a measure of a question that nobody has saved become a segment and a metric, and a mark zooms in along a hierarchy',
  inLongRun,
  async ({ page }) => {
    await page.goto('/data')
    await waitUntilSynced(page)
    await drop(page, 'shops.csv', 'region,country,sold\nNorth,Norway,1\nSouth,Chile,2\nSouth,Peru,4\n')
    await expect(page.getByRole('heading', { level: 1, name: 'shops' })).toBeVisible({ timeout: 30_000 })

    await page.getByRole('button', { name: 'Declare a hierarchy' }).click()
    const form = page.getByRole('form', { name: 'Declare a hierarchy' })
    await form.getByLabel('Name').fill('Place')
    await form.getByRole('combobox', { name: 'Largest level' }).selectOption('country')
    await form.getByRole('combobox', { name: 'Next level, within the one before' }).selectOption('region')
    const levels = form.getByRole('list', { name: 'Levels, the largest first' })
    await levels.getByRole('button', { name: 'region', exact: true }).press('Alt+ArrowLeft')
    await expect(levels).toHaveText('regioncountry')
    await expect(levels.getByRole('button', { name: 'region', exact: true })).toBeFocused()
    await form.getByRole('button', { name: 'Declare', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Hierarchies' })).toContainText('Placeregioncountry')

    await page.getByRole('button', { name: 'Ask about it' }).click()
    const filter = page.getByRole('region', { name: 'Filter', exact: true })
    await filter.getByRole('button', { name: 'Add a filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a column' }).fill('sold')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'sold' }).selectOption({ label: 'is more than' })
    await page.getByRole('textbox', { name: 'Number' }).fill('1')
    await page.getByRole('button', { name: 'Add the filter' }).click()
    await filter.getByRole('button', { name: 'Save as a segment' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Good shops')
    await page.getByRole('button', { name: 'Save segment' }).click()
    const measure = page.getByRole('region', { name: 'Measure', exact: true })
    await measure.getByRole('button', { name: 'Add a measure', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find what to measure' }).fill('sum of sold')
    await page.keyboard.press('Enter')
    await measure.getByRole('button', { name: 'Measure: Sum of sold' }).click()
    await page.getByRole('button', { name: 'Save as a metric' }).click()
    await page.getByRole('button', { name: 'Save metric' }).click()
    await expect(page.getByText('“Sum of sold” is a metric now')).toBeVisible()
    await filter.getByRole('button', { name: 'Segment: Good shops' }).click()
    await page.getByRole('link', { name: 'Open segment' }).click()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('2')
    await expect(page.getByRole('region', { name: 'Definition' })).toContainText('sold is more than 1')
    await waitUntilSynced(page)

    const region = { join: null, name: 'region', type: 'text', databaseType: 'VARCHAR' } as const
    const question = {
      ...emptyQuestion,
      source: { schema: null, name: 'shops' },
      groups: [{ id: 'g', column: region, grain: null, label: '' }],
      measures: [{ id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Shops' }],
    }
    const fields = { id: 'by-region', name: 'By region', folderId: null, description: '', order: 'a9' }
    const visual = { ...defaultVisual, type: 'bar', x: 'region', y: ['Shops'] }
    await push(page.request, [
      ['createChart', { ...fields, query: { kind: 'builder', connectionId: 'local', question }, visual }],
    ])
    await page.goto('/charts/by-region')
    await waitUntilSynced(page)
    // The chart answers keys once somebody was there.
    await page.getByRole('region', { name: 'Result' }).hover()
    const marks = page.getByRole('application')
    await marks.press('Home')
    await marks.press('Shift+Enter')
    await page.getByRole('menuitem', { name: 'Zoom in to country' }).press('Enter')
    await expect(page.getByRole('navigation', { name: 'Trail' })).toContainText('South by country')
    await expect(page.getByRole('application')).toHaveAccessibleName(/Shops/)
  },
)

test(
  'a segment is begun on the page of metrics, defined in the builder and kept at hand',
  inLongRun,
  async ({ page }) => {
    await page.goto('/metrics')
    await waitUntilSynced(page)
    await page.getByRole('button', { name: 'New segment' }).click()
    await page.getByRole('textbox', { name: 'Segment name' }).fill('Hot years')
    await page.keyboard.press('Enter')
    const definition = page.getByRole('region', { name: 'Definition' })
    await definition.getByRole('button', { name: 'Table: none' }).click()
    await page.getByRole('combobox', { name: 'Find a table' }).fill('global')
    await page.keyboard.press('Enter')
    await definition.getByRole('button', { name: 'Add a filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a column' }).fill('anomaly')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'anomaly_c' }).selectOption({ label: 'is more than' })
    await page.getByRole('textbox', { name: 'Number' }).fill('1')
    await page.getByRole('button', { name: 'Add the filter' }).click()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('3')
    await page.getByRole('button', { name: 'Add to favourites' }).click()
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Hot years' }).first()).toHaveAttribute('href', /\/segments\//)
  },
)
