import type { Locator, Page } from '@playwright/test'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import {
  drawing,
  expect,
  openFromSidebar,
  push,
  sampleDashboard,
  startAgain,
  test,
  tile,
  waitUntilSynced,
  type Change,
} from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

/** Orders of three regions, on the first days of 2026 and 2025. */
const orders = `SELECT * FROM (VALUES ('North', DATE '2026-01-02', 10), ('South', DATE '2026-01-02', 20),
  ('South', DATE '2025-01-02', 30), (NULL, DATE '2025-01-03', 40)) t(region, day, amount)`
const charts = {
  Regions: { sql: `SELECT region, sum(amount)::INTEGER AS n FROM (${orders}) GROUP BY region ORDER BY n`, type: 'row' },
  Rows: { sql: orders, type: 'table' },
  Fixed: { sql: 'SELECT 4711 AS n', type: 'number' },
} as const

let dashboardCount = 0

/** Creates a dashboard of the charts above and returns its path. filters: columns by the filters' names. */
async function pushDashboard(page: Page, filters: Readonly<Record<string, string>> = {}): Promise<string> {
  dashboardCount += 1
  const id = `board${dashboardCount}`
  const named = { folderId: null, description: '', order: 'a9' }
  const mutations: readonly Change[] = [
    [
      'createDashboard',
      { id, ...named, name: `Filtered ${dashboardCount}`, firstTab: { id: 'first', name: 'First', order: 'a0' } },
    ],
    ['createTab', { id: 'second', dashboardId: id, name: 'Second', order: 'a1' }],
    ...Object.entries(charts).flatMap(([name, { sql, type }], index): Change[] => {
      const chartId = `${id}-${name}`
      const visual = { ...defaultVisual, type, x: type === 'row' ? 'region' : null, y: type === 'table' ? [] : ['n'] }
      const place = { x: index * 4, y: 0, w: 4, h: 7 }
      const content = { kind: 'chart', chartId }
      return [
        ['createChart', { id: chartId, ...named, name, query: { kind: 'sql', connectionId: 'local', sql }, visual }],
        ['createTile', { id: `x${index}`, dashboardId: id, tabId: 'first', content, place }],
      ]
    }),
    ...Object.entries(filters).map(([name, column], index): Change => {
      const kind = column === 'day' ? 'time' : 'category'
      const place = { scope: { kind: 'all' }, order: `a${index}` }
      return ['createFilter', { id: column, dashboardId: id, name, column, kind, default: null, ...place }]
    }),
  ]
  await push(page.request, mutations)
  return `/dashboards/${id}`
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilSynced(page)
}

const bar = (page: Page) => page.getByRole('region', { name: 'Filters' })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name: `Filter ${name}` })
const cells = (page: Page, text: string) => tile(page, 'Rows').getByRole('gridcell', { name: text, exact: true })

async function filterId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/[?&]f\./)
  const name = [...new URL(page.url()).searchParams.keys()].find((key) => key.startsWith('f.'))
  return name?.slice(2) ?? ''
}

test('an editor adds a filter; its values narrow the tiles that have its column, stand in the address and are taken back, and a click on a mark filters too', async ({
  page,
}) => {
  await test.step('added, chosen and taken back', async () => {
    await open(page, await pushDashboard(page))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Filter…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add filter' })
    await dialog.getByLabel('Name').press('Enter')
    await expect(dialog.getByLabel('Column')).toBeFocused()
    await expect(dialog.getByLabel('Column')).toHaveAccessibleDescription('Choose a column first.')
    await dialog.getByLabel('Column').selectOption('region')
    await expect(dialog.getByLabel('Name')).toHaveValue('Region')
    await expect(dialog.getByLabel('Type', { exact: true })).toHaveValue('category')
    await dialog.getByLabel('Name').press('Enter')
    await expect(dialog).toBeHidden()

    await bar(page).getByRole('button', { name: 'Region: All', exact: true }).click()
    const choices = panel(page, 'Region')
    await expect(choices.getByRole('checkbox')).toHaveCount(3)
    await choices.getByLabel('Search values of Region').fill('OUT')
    await expect(choices.getByRole('checkbox')).toHaveCount(1)
    await expect(choices.getByRole('checkbox', { name: /^South\s*2/ })).toBeVisible()
    await choices.getByLabel('Search values of Region').press('Enter')
    await expect(cells(page, 'South')).toHaveCount(2)
    await expect(cells(page, 'North')).toHaveCount(0)
    await expect(tile(page, 'Fixed').getByText('Not filtered by Region').first()).toBeVisible()
    expect(new URL(page.url()).searchParams.getAll(`f.${await filterId(page)}`)).toEqual(['South'])
    await choices.getByLabel('Search values of Region').fill('(empty)')
    await expect(choices.getByRole('checkbox')).toHaveCount(1)
    await choices.getByRole('checkbox', { name: /^\(empty\)/ }).check()
    await expect(cells(page, '40')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar(page).getByRole('button', { name: 'Region: South, (empty)' })).toBeFocused()

    await test.step('the chart’s own page says that it is not filtered, and asks the question that is', async () => {
      await tile(page, 'Rows').hover()
      await tile(page, 'Rows').getByRole('link', { name: 'Open Rows' }).click()
      const note = page.getByRole('note').filter({ hasText: 'Dashboard filters are not applied' })
      await expect(note).toContainText('Region = South, (empty)')
      await note.getByRole('button', { name: 'Open filtered as a question' }).click()
      await expect(page).toHaveURL(/\/ask$/)
      await expect(page.getByRole('gridcell', { name: '30', exact: true }).first()).toBeVisible()
      await expect(page.getByRole('gridcell', { name: 'North', exact: true })).toHaveCount(0)
      await page.goBack()
      await note.getByRole('link', { name: 'Back to the dashboard' }).click()
      await expect(cells(page, '40')).toBeVisible()
      await page.goBack()
      await page.goBack()
      await expect(cells(page, '40')).toBeVisible()
    })

    // Both ticks were one choice.
    await page.goBack()
    await expect(cells(page, 'North')).toHaveCount(1)
    await page.goForward()
    await expect(cells(page, 'North')).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+z')
    await expect(bar(page)).toHaveCount(0)
    await expect(cells(page, 'North')).toHaveCount(1)
  })

  await test.step('a click on a mark filters by its value, a second one takes it back, and where there is no filter one is offered', async () => {
    const marks = tile(page, 'Regions').getByRole('application')
    await drawing(tile(page, 'Regions')).hover()
    await marks.press('Home')
    await marks.press('Shift+Enter')
    await page.getByRole('menuitem', { name: 'Add a filter: Region = ' }).click()
    await expect(bar(page).getByRole('button', { name: /^Region: / })).toBeVisible()
    await expect(cells(page, 'South')).toHaveCount(2)
    await expect(marks).toHaveAccessibleName(/over region, South;/)
    await bar(page).getByRole('button', { name: 'Clear the filter Region' }).click()
    await expect(cells(page, 'North')).toHaveCount(1)

    // A click on the mark sets the same filter, and leaves its own chart as it was.
    await expect(marks).not.toHaveAccessibleName(/over region, South;/)
    await marks.press('Home')
    await marks.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Region: South', exact: true })).toBeVisible()
    await expect(cells(page, 'North')).toHaveCount(0)
    await expect(marks).not.toHaveAccessibleName(/over region, South;/)
    await marks.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Region: All', exact: true })).toBeVisible()
    await expect(cells(page, 'North')).toHaveCount(1)
  })
})

test(
  'a link shows the same from the first paint, who opens the dashboard again finds what they chose, and a value keeps its colour',
  inLongRun,
  async ({ page }) => {
    await test.step('the address', async () => {
      const path = await pushDashboard(page, { Region: 'region', Day: 'day' })
      const html = await (await page.request.get(`${path}?f.region=North&f.day=2026-01-01..`)).text()
      expect(html).toContain('Not filtered by Region, Day')
      expect(html).toMatch(/Region: <\/span><span[^>]*>North</)

      await open(page, `${path}?f.region=South&f.day=2026-01-01..2026-01-02`)
      await expect(cells(page, 'South')).toHaveCount(1)
      await page.getByRole('button', { name: 'Share' }).click()
      const share = page.getByRole('dialog', { name: 'Share this dashboard' })
      // Without a view, also for who has a default one of their own.
      await expect(share.getByLabel('Link')).toHaveValue(`${page.url()}&view=`)
      await expect(share.getByText(/filters and values that are set now\. It works on this computer/)).toBeVisible()
      await page.keyboard.press('Escape')

      // South has two rows, one of which is within the chosen days.
      await bar(page).getByRole('button', { name: 'Region: South', exact: true }).click()
      await expect(panel(page, 'Region').getByRole('checkbox', { name: /^South\s*1/ })).toBeChecked()
      await panel(page, 'Region').getByRole('button', { name: 'All values' }).click()
      await expect(panel(page, 'Region').getByRole('checkbox', { name: 'South', exact: true })).toBeChecked()
      await page.keyboard.press('Escape')
      await page
        .getByRole('navigation', { name: 'Tabs of the dashboard' })
        .getByRole('link', { name: 'Second' })
        .click()
      await expect(bar(page).getByRole('button', { name: 'Region: South', exact: true })).toBeVisible()

      // The server renders the page with the choices, not the browser later.
      const again = await page.goto(path)
      expect(new URL(again?.url() ?? '').searchParams.get('f.region')).toBe('South')
      expect(await again?.text()).toMatch(/Region: <\/span><span[^>]*>South</)
      await waitUntilSynced(page)
      await expect(cells(page, 'South')).toHaveCount(1)
      const day = bar(page).getByRole('button', { name: /^Day: / })
      const before = await day.textContent()
      await day.click()
      // Escape takes back both ends of a range, not the one alone that it is pressed in.
      await panel(page, 'Day').getByLabel('From', { exact: true }).fill('2020-01-02')
      await panel(page, 'Day').getByLabel('To', { exact: true }).fill('2020-01-03')
      await page.keyboard.press('Escape')
      await expect(panel(page, 'Day')).toHaveCount(0)
      await expect(day).toHaveText(before ?? '')
      await day.click()
      await expect(panel(page, 'Day').getByLabel('From', { exact: true })).toHaveValue('01/01/2026')
      await panel(page, 'Day').getByLabel('To', { exact: true }).fill('')
      await panel(page, 'Day').getByLabel('From', { exact: true }).fill('2025-01-02')
      await page.keyboard.press('Enter')
      await expect(cells(page, 'South')).toHaveCount(2)
      await bar(page).getByRole('button', { name: 'Clear all' }).click()
      await expect(cells(page, '40')).toBeVisible()
      await expect(bar(page).getByRole('button')).toHaveText(['Region: All', 'Day: All', '', 'Views'])
      const afterwards = await page.goto(path)
      expect(new URL(afterwards?.url() ?? '').search).toBe('')
      await expect(cells(page, '40')).toBeVisible()
    })

    await test.step('the colours of a page that opens filtered, and of the page of its chart', async () => {
      const name = 'Smaller families, longer lives'
      const colorsIn = async (within: Locator) =>
        Object.fromEntries(
          await within
            .getByRole('list', { name: 'Series' })
            .getByRole('button')
            .evaluateAll((buttons) =>
              buttons.map((button) => [button.ariaLabel ?? '', button.querySelector('span')?.style.background]),
            ),
        )
      await openFromSidebar(page, sampleDashboard.name)
      await expect.poll(() => colorsIn(tile(page, name))).not.toEqual({})
      const all = await colorsIn(tile(page, name))
      expect(new Set(Object.values(all)).size).toBe(Object.keys(all).length)
      const last = Object.fromEntries(Object.entries(all).slice(-2))
      await bar(page).getByRole('button', { name: 'Region' }).click()
      for (const region of Object.keys(last)) await page.getByRole('checkbox', { name: region }).click()
      await page.keyboard.press('Escape')
      await expect.poll(() => colorsIn(tile(page, name))).toEqual(last)
      await page.reload()
      await expect(tile(page, name).locator('[data-drawn-by=server]')).toBeVisible()
      expect(await colorsIn(tile(page, name))).toEqual(last)
      await tile(page, name).getByRole('link', { name }).click()
      await expect(page).toHaveURL(/\/charts\//)
      await expect.poll(() => colorsIn(page.getByRole('region', { name: 'Result' }))).toEqual(all)
    })
  },
)

test(
  'without the server the last answer for these values is shown, and that there is none for others',
  inLongRun,
  async ({ page, server, problems }) => {
    problems.allow(...offlineProblems)
    await open(page, `${await pushDashboard(page, { Region: 'region' })}?f.region=South`)
    await expect(cells(page, 'South')).toHaveCount(2)
    await bar(page).getByRole('button', { name: 'Clear the filter Region' }).click()
    await expect(cells(page, 'North')).toHaveCount(1)
    // The panel of a chip is loaded when it is first wanted.
    await bar(page).getByRole('button', { name: 'Region: All', exact: true }).click()
    await expect(panel(page, 'Region').getByRole('checkbox')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await server.stop()
    await page.goBack()
    await expect(tile(page, 'Rows').getByText(/^As of /)).toBeVisible()
    await expect(cells(page, 'South')).toHaveCount(2)
    await expect(cells(page, 'North')).toHaveCount(0)
    await bar(page).getByRole('button', { name: 'Region: South', exact: true }).click()
    await panel(page, 'Region').getByLabel('Search values of Region').fill('North')
    // The values seen before are offered still.
    await panel(page, 'Region')
      .getByRole('checkbox', { name: /^North/ })
      .check()
    await expect(tile(page, 'Rows').getByText(/no earlier result/)).toBeVisible()
    // Tiles that the filter does not affect are unchanged.
    await expect(tile(page, 'Fixed')).toContainText(/4,711.*Not filtered by Region/s)
    await startAgain(server, page)
    await waitUntilSynced(page)
    await expect(cells(page, 'North')).toHaveCount(1)
  },
)
