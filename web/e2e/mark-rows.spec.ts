import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { emptyQuestion, type QuestionColumn } from '@tidemark/shared/builder/question'
import { accessibilityOf } from './accessibility-of'
import { expect, push, test, tile, waitUntilSynced, type Change } from './fixtures'

const place: QuestionColumn = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' }
const question = {
  ...emptyQuestion,
  source: { schema: null, name: 'weather' },
  groups: [{ id: 'g', column: place, grain: null, label: 'Place' }],
  measures: [{ id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Days' }],
}

test('the rows behind a mark are shown by keys and by the other button, beside the filter by it', async ({ page }) => {
  const named = { folderId: null, description: '', order: 'a9' }
  const visual = { ...defaultVisual, type: 'bar', x: 'Place', y: ['Days'] }
  const of = { dashboardId: 'places' }
  const filter = {
    name: 'Place',
    column: 'Place',
    kind: 'category',
    default: null,
    scope: { kind: 'all' },
    order: 'a0',
  }
  const content = { kind: 'chart', chartId: 'by-place' }
  const mutations: readonly Change[] = [
    ['createDashboard', { id: 'places', ...named, name: 'Places', firstTab: { id: 't', name: 'First', order: 'a0' } }],
    [
      'createChart',
      {
        id: 'by-place',
        ...named,
        name: 'By place',
        query: { kind: 'builder', connectionId: 'local', question },
        visual,
      },
    ],
    [
      'createChart',
      {
        id: 'how-many',
        ...named,
        name: 'How many',
        query: { kind: 'builder', connectionId: 'local', question: { ...question, groups: [] } },
        visual: { ...defaultVisual, type: 'number', y: ['Days'] },
      },
    ],
    [
      'createTile',
      {
        id: 'number',
        tabId: 't',
        content: { kind: 'chart', chartId: 'how-many' },
        place: { x: 6, y: 0, w: 3, h: 2 },
        ...of,
      },
    ],
    ['createTile', { id: 'tile', tabId: 't', content, place: { x: 0, y: 0, w: 6, h: 7 }, ...of }],
    ['createFilter', { id: 'place', ...filter, ...of }],
  ]
  await push(page.request, mutations)
  await page.goto('/dashboards/places')
  await waitUntilSynced(page)
  await tile(page, 'By place').getByRole('img').hover()
  const marks = tile(page, 'By place').getByRole('application')
  await marks.press('End')
  await marks.press('Shift+Enter')
  await expect(page.getByRole('menuitem', { name: 'Filter by Place = Seattle' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const rows = page.getByRole('dialog', { name: 'By place · Seattle' })
  await expect(rows.getByText('The first 1,000 rows. There are more.')).toBeVisible()
  await expect(rows.getByRole('columnheader', { name: /precipitation_mm/ })).toBeVisible()
  await expect(rows.getByRole('gridcell', { name: 'Seattle' }).first()).toBeVisible()
  await expect(rows.getByRole('gridcell', { name: 'New York' })).toHaveCount(0)
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(marks).toBeFocused()

  await marks.press('Home')
  await marks.press('Enter')
  await expect(page.getByRole('button', { name: 'Place: New York' })).toBeVisible()
  await expect(marks).toHaveAccessibleName(/New York/)
  await marks.click({ button: 'right', position: { x: 200, y: 100 } })
  await expect(page.getByRole('menuitem', { name: 'Show all of Place' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Show the rows' }).click()
  const filtered = page.getByRole('dialog', { name: 'By place · New York' })
  await expect(filtered.getByRole('gridcell', { name: 'New York' }).first()).toBeVisible()
  await expect(filtered.getByText('Filtered by Place.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await filtered.getByRole('button', { name: 'Download Excel' }).click()
  expect((await saved).suggestedFilename()).toBe('By place New York.xlsx')
  await page.keyboard.press('Escape')

  await tile(page, 'How many')
    .getByRole('button', { name: /what can be done with it/ })
    .click()
  await page.getByRole('menuitem', { name: 'Show the rows' }).click()
  await expect(page.getByRole('dialog', { name: /^How many · / }).getByText(/Filtered by Place\.$/)).toBeVisible()
})
