import type { Locator } from '@playwright/test'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { emptyQuestion, type QuestionColumn } from '@tidemark/shared/builder/question'
import { accessibilityOf } from './accessibility-of'
import { expect, push, test, tile, waitUntilSynced, type Change } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

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
  await expect(page.getByRole('menuitem', { name: 'Filter other charts by City = Seattle' })).toBeFocused()
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
  await expect(marks.getByRole('status')).toHaveText(/^Seattle; /)

  await marks.press('Home')
  await marks.press('Enter')
  await expect(page.getByRole('button', { name: 'Place: New York' })).toBeVisible()
  await expect(page).toHaveURL(/[?&]f\.place=New\+York&f\.place\.by=tile$/)
  // The chart that it was chosen in keeps both bars.
  await expect(marks).toHaveAccessibleName(/over Place, 2 of them/)
  await marks.click({ button: 'right', position: { x: 200, y: 100 } })
  await expect(page.getByRole('menuitem', { name: 'Clear the selection' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Show the rows' }).click()
  const filtered = page.getByRole('dialog', { name: 'By place · New York' })
  await expect(filtered.getByRole('gridcell', { name: 'New York' }).first()).toBeVisible()
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

const tableVisual = { ...defaultVisual, type: 'table' }
const byPlace = { kind: 'builder', connectionId: 'local', question } as const
const named = { folderId: null, description: '', order: 'a9' }

/** Creates a dashboard with a bar chart, a number and a table of the weather by place, and the same in SQL. */
function dashboardOfMarks(id: string): readonly Change[] {
  const chart = (key: string, name: string, query: object, visual: object): Change => [
    'createChart',
    { id: `${id}-${key}`, ...named, name, query, visual },
  ]
  const at = (key: string, place: object): Change => [
    'createTile',
    {
      id: `${id}-${key}-tile`,
      dashboardId: id,
      tabId: `${id}-t`,
      content: { kind: 'chart', chartId: `${id}-${key}` },
      place,
    },
  ]
  const sql = `SELECT city, count(*) AS days FROM weather WHERE city <> {{without}} GROUP BY 1 ORDER BY 1`
  const parameters = [{ name: 'without', type: 'text', default: 'Oslo' }]
  return [
    ['createDashboard', { id, ...named, name: 'Marks', firstTab: { id: `${id}-t`, name: 'First', order: 'a0' } }],
    chart('bar', 'Bars', byPlace, { ...defaultVisual, type: 'bar', x: 'Place', y: ['Days'] }),
    chart(
      'number',
      'Number',
      { ...byPlace, question: { ...question, groups: [] } },
      { ...defaultVisual, type: 'number', y: ['Days'] },
    ),
    chart('table', 'Table', byPlace, tableVisual),
    chart('sql', 'In SQL', { kind: 'sql', connectionId: 'local', sql, parameters }, tableVisual),
    at('bar', { x: 0, y: 0, w: 6, h: 6 }),
    at('number', { x: 6, y: 0, w: 3, h: 2 }),
    at('table', { x: 6, y: 2, w: 6, h: 4 }),
    at('sql', { x: 0, y: 6, w: 6, h: 5 }),
  ]
}

test(
  'the rows behind a bar, a number and a cell are a workbook after three presses, by the pointer and by keys',
  inLongRun,
  async ({ page }) => {
    await push(page.request, dashboardOfMarks('presses'))
    await page.goto('/dashboards/presses')
    await waitUntilSynced(page)
    let presses = 0
    const workbook = async (open: () => Promise<void>) => {
      presses = 1
      await open()
      const saved = page.waitForEvent('download')
      for (const [role, name] of [
        ['menuitem', 'Show the rows'],
        ['button', 'Download Excel'],
      ] as const) {
        await page.getByRole(role, { name }).click()
        presses += 1
      }
      const file = (await saved).suggestedFilename()
      expect(presses).toBeLessThanOrEqual(3)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      return file
    }
    const bars = tile(page, 'Bars')
    await bars.getByRole('img').hover()
    const { width, height } = await boxOf(bars.getByRole('application'))
    const onSecondBar = { x: width * 0.75, y: height * 0.6 }
    const openMenu = () => bars.getByRole('application').click({ button: 'right', position: onSecondBar })
    expect(await workbook(openMenu)).toBe('Bars Seattle.xlsx')
    const number = tile(page, 'Number').getByRole('button', { name: /what can be done with it/ })
    expect(await workbook(() => number.click())).toMatch(/^Number .*xlsx$/)
    const cells = tile(page, 'Table')
    const seattle = cells.getByRole('gridcell', { name: 'Seattle' })
    expect(await workbook(() => seattle.click({ button: 'right' }))).toBe('Table Place.xlsx')
    expect(await workbook(() => seattle.dblclick())).toBe('Table Place.xlsx')

    await cells.getByRole('gridcell', { name: 'New York' }).click()
    for (const key of ['Shift+Enter', 'Shift+F10', 'ContextMenu']) {
      await cells.getByRole('grid').press(key)
      await expect(page.getByRole('menu', { name: 'Place' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Add a filter: Place = New York' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(cells.getByRole('grid')).toBeFocused()
    }
    await cells.getByRole('grid').press('Shift+Enter')
    expect(await accessibilityOf(page)).toEqual([])
  },
)

test('marks and ranges chosen in one chart filter the others, stand in the address and are cleared by Escape', async ({
  page,
}) => {
  await push(page.request, dashboardOfMarks('chosen'))
  await page.goto('/dashboards/chosen')
  await waitUntilSynced(page)
  const bars = tile(page, 'Bars')
  await bars.getByRole('img').hover()
  const marks = bars.getByRole('application')
  const { width, height } = await boxOf(marks)
  const number = tile(page, 'Number')
  await expect(number.getByText('2,922')).toBeVisible()
  await marks.click({ position: { x: width * 0.75, y: height * 0.6 } })
  await expect(page.getByRole('region', { name: 'Selections' })).toContainText('City: Seattle')
  await expect(number.getByText('1,461')).toBeVisible()
  // The chart that it was chosen in keeps both bars.
  await expect(marks).toHaveAccessibleName(/New York/)
  await expect(tile(page, 'Table').getByRole('gridcell', { name: 'New York' })).toHaveCount(0)
  await expect(page).toHaveURL(/s\.chosen-bar-tile\.city=Seattle$/)
  await page.reload()
  await expect(number.getByText('1,461')).toBeVisible()

  await bars.getByRole('img').hover()
  await marks.press('Escape')
  await expect(page.getByRole('region', { name: 'Selections' })).toHaveCount(0)
  await expect(number.getByText('2,922')).toBeVisible()

  await page.mouse.move(...(await pointIn(marks, 0.2)))
  await page.mouse.down()
  await page.mouse.move(...(await pointIn(marks, 0.5)), { steps: 4 })
  await page.mouse.move(...(await pointIn(marks, 0.9)), { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Selections' })).toContainText('City: New York, Seattle')
  expect(await accessibilityOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear the selection City' }).click()

  await tile(page, 'Table').getByRole('gridcell', { name: 'New York' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter other charts by City = New York' }).click()
  await expect(marks).not.toHaveAccessibleName(/Seattle/)
})

async function pointIn(of: Locator, part: number): Promise<[number, number]> {
  const { x, y, width, height } = await boxOf(of)
  return [x + width * part, y + height * 0.5]
}

test(
  'a mark opens as a question of what its chart asks, narrowed by the mark, filters and parameters; going back leads to the dashboard',
  inLongRun,
  async ({ page }) => {
    await push(page.request, dashboardOfMarks('asked'))
    const filter = {
      name: 'City',
      column: 'city',
      kind: 'category',
      default: null,
      scope: { kind: 'all' },
      order: 'a0',
    }
    await push(page.request, [['createFilter', { id: 'asked-city', dashboardId: 'asked', ...filter }]])
    const address = '/dashboards/asked?f.asked-city=Seattle&p.without=Rome'
    await page.goto(address)
    await waitUntilSynced(page)
    await tile(page, 'Bars').getByRole('img').hover()
    const marks = tile(page, 'Bars').getByRole('application')
    await marks.press('Home')
    await marks.press('Shift+Enter')
    await page.getByRole('menuitem', { name: 'Open as a question' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bars · Seattle' })).toBeVisible()
    await expect(page).toHaveURL(/\/ask$/)
    // The dashboard's filter and the mark have the same condition, which appears once.
    await expect(page.getByRole('button', { name: /city is Seattle/ })).toHaveCount(1)
    await expect(page.getByText('1 of 1 row')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))

    await tile(page, 'In SQL').getByRole('gridcell', { name: 'Seattle' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open as a question' }).click()
    const editor = page.getByRole('textbox', { name: /SQL/ })
    await expect(editor).toContainText(`WHERE "city" = 'Seattle'`)
    await expect(page.getByRole('textbox', { name: 'Without' })).toHaveValue('Rome')
    await expect(page.getByRole('gridcell', { name: 'Seattle' })).toBeVisible()
  },
)

test.describe('by a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 740 } })

  test(
    'a tap on a bar or a cell filters the other charts, a finger that is held opens the menu, and scrolling does neither',
    inLongRun,
    async ({ page }) => {
      await push(page.request, dashboardOfMarks('touched'))
      await page.goto('/dashboards/touched')
      await waitUntilSynced(page)
      const menus = page.getByRole('menu')
      const client = await page.context().newCDPSession(page)
      const hold = async (of: Locator, part = 0.5) => {
        await of.scrollIntoViewIfNeeded()
        const { x, y, width, height } = await boxOf(of)
        const touchPoints = [{ x: x + width * part, y: y + height / 2 }]
        await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
        await expect(menus.getByRole('menuitem', { name: 'Show the rows' })).toBeVisible()
        await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await expect(menus.getByRole('menuitem', { name: 'Show the rows' })).toBeVisible()
      }
      const leave = async () => {
        await page.keyboard.press('Escape')
        await expect(menus).toHaveCount(0)
      }
      // The first tap of all is on what the server drew.
      const cell = tile(page, 'Table').getByRole('gridcell', { name: 'Seattle' })
      const marks = tile(page, 'Bars').getByRole('application')
      await expect(tile(page, 'Table').locator('[data-drawn-by=server]')).toBeVisible()
      await cell.tap()
      await expect(page.getByRole('region', { name: 'Selections' })).toContainText('City: Seattle')
      await expect(marks).not.toHaveAccessibleName(/New York/)
      await hold(cell)
      await leave()
      await page.getByRole('button', { name: 'Clear the selection City' }).tap()
      await expect(page.getByRole('region', { name: 'Selections' })).toHaveCount(0)
      await hold(marks, 0.3)
      await menus.getByRole('menuitem', { name: 'Choose a range from here…' }).tap()
      await expect(tile(page, 'Bars').locator('p', { hasText: 'Choose the mark where the range ends.' })).toBeVisible()
      const bars = await boxOf(marks)
      await marks.tap({ position: { x: bars.width * 0.75, y: bars.height / 2 } })
      await page.getByRole('button', { name: 'Clear the selection City' }).tap()
      await expect(page.getByRole('region', { name: 'Selections' })).toHaveCount(0)
      await tile(page, 'Number')
        .getByRole('button', { name: /what can be done with it/ })
        .tap()
      await expect(menus.getByRole('menuitem', { name: 'Show the rows' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menus).toHaveCount(0)
      const { x, y } = await boxOf(cell)
      const from = { x: x + 20, y: y + 10 }
      await client.send('Input.synthesizeScrollGesture', { ...from, yDistance: -120, gestureSourceType: 'touch' })
      await expect(menus).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Selections' })).toHaveCount(0)
    },
  )
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('not in sight')
  return box
}

/** Creates a dashboard with the rain of each month, and a filter by place. */
function dashboardOfRain(id: string): readonly Change[] {
  const day: QuestionColumn = { join: null, name: 'date', type: 'date', databaseType: 'DATE' }
  const rain: QuestionColumn = { join: null, name: 'precipitation_mm', type: 'number', databaseType: 'DOUBLE' }
  const monthly = {
    ...emptyQuestion,
    source: { schema: null, name: 'weather' },
    groups: [{ id: 'g', column: day, grain: 'month', label: 'Month' }],
    measures: [{ id: 'n', fn: 'sum', column: rain, percentile: 50, show: 'value', label: 'Rain' }],
  }
  const of = { dashboardId: id }
  return [
    ['createDashboard', { id, ...named, name: id, firstTab: { id: `${id}-t`, name: 'First', order: 'a0' } }],
    [
      'createChart',
      {
        id: `${id}-rain`,
        ...named,
        name: 'Rain',
        query: { kind: 'builder', connectionId: 'local', question: monthly },
        visual: { ...defaultVisual, type: 'line', x: 'Month', y: ['Rain'] },
      },
    ],
    [
      'createTile',
      {
        id: `${id}-tile`,
        tabId: `${id}-t`,
        content: { kind: 'chart', chartId: `${id}-rain` },
        place: { x: 0, y: 0, w: 8, h: 7 },
        ...of,
      },
    ],
    [
      'createFilter',
      {
        id: `${id}-city`,
        name: 'City',
        column: 'city',
        kind: 'category',
        default: null,
        scope: { kind: 'all' },
        order: 'a0',
        ...of,
      },
    ],
  ]
}

test('from a point of a line to why it moved and the rows in three clicks, and along a trail by the keyboard', async ({
  page,
}) => {
  await push(page.request, dashboardOfRain('rain'))
  await page.goto('/dashboards/rain?f.rain-city=Seattle&f.rain-city=New+York')
  await waitUntilSynced(page)
  await tile(page, 'Rain').getByRole('img').hover()
  const marks = tile(page, 'Rain').getByRole('application')
  const { width, height } = await boxOf(marks)
  await marks.click({ button: 'right', position: { x: width - 24, y: height / 2 } })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/chart/') && asked.push(new URL(request.url()).pathname))
  await page.getByRole('menuitem', { name: 'Explain the change…' }).click()
  const reasons = page.getByRole('dialog', { name: /^Why did Rain · \w+ 2015 change\?$/ })
  await expect(reasons.getByText(/^Seattle went from [\d.]+ to [\d.]+: /)).toBeVisible()
  expect(asked).toEqual(['/api/chart/explain-change'])
  await reasons.getByRole('button', { name: 'Show the rows of city: Seattle' }).click()
  const rows = page.getByRole('dialog', { name: /city: Seattle$/ })
  await expect(rows.getByRole('gridcell', { name: 'Seattle' }).first()).toBeVisible()
  await expect(rows.getByRole('gridcell', { name: 'New York' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(reasons).toBeVisible()
  await page.keyboard.press('Escape')

  const choose = async (name: string) => {
    await page.getByRole('application').press('Shift+Enter')
    const item = page.getByRole('menuitem', { name })
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    for (let step = 0; step < 12; step++) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  const trail = page.getByRole('navigation', { name: 'Trail' }).getByRole('listitem')
  await marks.press('End')
  await choose('Compare with the month before')
  await expect(trail).toHaveText(['Rain', 'December 2015 against November 2015'])
  await expect(page.getByText('Filters of the dashboard: Seattle, New York')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison' }).getByRole('columnheader')).toHaveText([
    'November 2015',
    'December 2015',
    'Difference',
    'Percent',
  ])
  expect(await accessibilityOf(page)).toEqual([])
  await page.goBack()
  await waitUntilSynced(page)
  await tile(page, 'Rain').getByRole('img').or(marks).first().hover()
  await marks.press('End')
  await choose('Zoom in to weeks')
  await expect(trail).toHaveText(['Rain', 'December 2015'])
  await page.getByRole('img', { name: /Rain/ }).or(page.getByRole('application')).first().hover()
  await page.getByRole('application').press('Home')
  await choose('Break out by…')
  const columns = page.getByRole('dialog', { name: 'Break out by…' })
  await expect(columns.getByRole('region', { name: 'Tell the most' }).getByRole('button').first()).toBeVisible()
  await columns.getByRole('textbox', { name: 'Search the columns' }).fill('cond')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(trail.last()).toHaveText(/ by conditions$/)

  // The address is the trail, for others and for the browser's own way back.
  await page.reload()
  await expect(trail).toHaveCount(3)
  await trail.getByRole('link', { name: 'December 2015' }).press('Enter')
  await expect(trail).toHaveCount(2)
  await page.getByRole('button', { name: 'Save as a chart' }).press('Enter')
  await page.getByRole('dialog', { name: 'Save as a chart' }).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Rain · December 2015' })).toBeVisible()
  await page.goto('/explore?q=cut-off')
  await expect(page.getByText('This address leads to no question')).toBeVisible()
})
