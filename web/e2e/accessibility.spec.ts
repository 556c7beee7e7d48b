import type { Locator, Page } from '@playwright/test'
import { chartTypeIds, defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { accessibilityInThemes, accessibilityOf } from './accessibility-of'
import {
  expect,
  newFolder,
  openDashboard,
  openFromSidebar,
  openNewChart,
  push,
  sampleDashboard,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { expectStill } from './expect-still'
import { recordLayoutShifts } from './layout-shift'
import { PageProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

/** Every kind of page. */
const pages = [
  '/',
  sampleDashboard.path,
  '/charts/sample-daily-highs',
  '/ask',
  '/data',
  '/data/sample-bird-strikes',
  '/metrics',
  '/metrics/strikes',
  '/settings',
  '/settings/flags',
  '/trash',
  '/no-such-page',
  '/dashboards/there-is-none',
] as const

/** A metric that a chart measures, so that its page has a lineage. */
const strikes = () => {
  const measure = { id: 'm', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Strikes' } as const
  const question = { ...emptyQuestion, source: { schema: null, name: 'bird_strikes' }, measures: [measure] }
  const query = { kind: 'builder', connectionId: 'local', question }
  const fields = { folderId: null, description: '', order: 'a9' }
  const shown = { time: null, format: autoFormat, goodDirection: null }
  const measuring = { ...query, question: { ...question, measures: [{ ...measure, metric: 'strikes' }] } }
  return [
    ['createMetric', { id: 'strikes', name: 'Strikes', query, ...fields, ...shown }],
    ['createChart', { id: 'strikes-chart', name: 'Strikes', query: measuring, visual: defaultVisual, ...fields }],
  ] as const
}

test('every page is taken over without a difference in a browser that was never here, and nothing moves; axe finds nothing serious in either theme, what is pressed has a name, and 320 pixels hold it', async ({
  browser,
  server,
  request,
}) => {
  test.slow()
  await push(request, strikes())
  for (const path of pages) {
    await test.step(path, async () => {
      // The service worker fetches the whole build after the page, so only one browser has it.
      const serviceWorkers = path === '/' ? 'allow' : 'block'
      const context = await browser.newContext({ baseURL: server.origin, serviceWorkers })
      const problems = new PageProblems(context, server.origin)
      // Missing pages are answered with 404, as they should be.
      problems.allow(/404.*(?:no-such-page|there-is-none)/)
      const page = await context.newPage()
      await recordLayoutShifts(page)
      await expectStill({ page, problems }, path)
      await waitUntilSynced(page)
      const tree = await context.newCDPSession(page)
      expect(await accessibilityInThemes(page)).toEqual([])

      // Among the findings above would be what has no name in a wide window; a narrow one shows other buttons.
      await page.setViewportSize({ width: 375, height: 800 })
      const { nodes } = await tree.send('Accessibility.getFullAXTree')
      const pressed = nodes.filter(({ ignored, role }) => !ignored && /^(button|link)$/.test(String(role?.value)))
      expect(pressed.length).toBeGreaterThan(2)
      expect(pressed.filter(({ name }) => !name?.value).map(({ backendDOMNodeId }) => backendDOMNodeId)).toEqual([])

      // As for a page of 1280 at 400 %, where nothing may scroll sideways.
      await page.setViewportSize({ width: 320, height: 640 })
      for (const scroller of [page.locator('html'), page.locator('#content')])
        await expect.poll(() => scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      await context.close()
      expect(problems.unexpected()).toEqual([])
    })
  }
})

test('axe finds nothing serious in a grid with empty cells, in the palette, the list of shortcuts and on a phone', async ({
  page,
}) => {
  await test.step('a grid with empty cells, one of them selected', async () => {
    await openNewChart(page, 'Empty cells', 'select 1 as given, null::integer as missing, null::integer as gone')
    const empty = page.getByRole('gridcell', { name: '(empty)', exact: true })
    await expect(empty).toHaveCount(2)
    await empty.first().click()
    await expect(empty.first()).toHaveAttribute('aria-selected', 'true')
    expect(await accessibilityInThemes(page)).toEqual([])
  })

  await test.step('the palette and the list of shortcuts', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await openFromSidebar(page, sampleDashboard.name)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await accessibilityOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await accessibilityOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a phone, with the navigation open too', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await accessibilityOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Open the navigation' }).click()
    await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
    expect(await accessibilityOf(page)).toEqual([])
  })
})

test(
  'with forced colours the chosen, the highlighted and the colours of series are still seen',
  inLongRun,
  async ({ page }) => {
    await push(page.request, [newFolder('forced-climate', 'Climate in few colours')])
    await page.emulateMedia({ forcedColors: 'active' })
    await openDashboard(page)
    const plain = await fillOf(page.getByRole('main'))
    const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' })
    const shownTab = await fillOf(tabs.getByRole('link', { name: 'Climate and people' }))
    expect(shownTab).not.toBe(await fillOf(tabs.getByRole('link', { name: 'Bird strikes' })))
    const series = tile(page, 'CO₂ at Mauna Loa').getByRole('list', { name: 'Series' }).getByRole('button')
    const swatches = await Promise.all([0, 1].map((index) => fillOf(series.nth(index).locator('span').first())))
    expect(new Set([plain, ...swatches]).size).toBe(3)
    expect(await accessibilityOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Menu of Climate in few colours' }).press('Enter')
    await expect(page.getByRole('menuitem', { name: 'New dashboard' })).toBeFocused()
    const items = page.getByRole('menuitem')
    expect(await fillOf(items.first())).not.toBe(await fillOf(items.nth(1)))
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    const options = page.getByRole('dialog').getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    expect(await fillOf(options.first())).not.toBe(await fillOf(options.nth(1)))

    await page.keyboard.press('Escape')
    await openFromSidebar(page, 'Daily highs in Seattle')
    const label = (name: string) => page.getByRole('radio', { name, exact: true }).locator('..')
    expect(await fillOf(label('SQL'))).not.toBe(await fillOf(label('Builder')))
    expect(await fillOf(label('Scatter'))).not.toBe(await fillOf(label('Line')))
    // The theme is the system's, even if another one was chosen in Tidemark.
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    expect(await accessibilityOf(page)).toEqual([])
  },
)

test('what has the focus has a whole ring, and nothing lies over it', inLongRun, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openDashboard(page)
  const compact = tile(page, 'CO₂ in the air')
  const large = tile(page, 'CO₂ at Mauna Loa')
  const faults: string[] = []
  // A key press first, because focus rings are shown for the keyboard only.
  await page.keyboard.press('Tab')
  for (const element of [
    page.getByRole('link', { name: 'Open the navigation' }),
    page.getByRole('button', { name: /, rename dashboard name$/ }),
    compact,
    compact.getByRole('button', { name: 'Menu of CO₂ in the air' }),
    large.getByRole('application'),
    large.getByRole('list', { name: 'Series' }).getByRole('button').first(),
    large.getByRole('list', { name: 'Series' }).getByRole('button').last(),
  ]) {
    await element.focus()
    faults.push(...(await focusFaults(page)))
  }
  await page.goto('/settings')
  await waitUntilSynced(page)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  faults.push(...(await focusFaults(page)))

  // Backwards, from the end of a part that scrolls under a sticky line.
  await page.goto('/data/sample-bird-strikes')
  await waitUntilSynced(page)
  for (const width of [720, 1440]) {
    await page.setViewportSize({ width, height: 450 })
    const columns = page.getByRole('table', { name: 'Columns' }).getByRole('button')
    await columns.last().focus()
    for (let back = (await columns.count()) - 1; back > 0; back -= 1) {
      await page.keyboard.press('Shift+Tab')
      faults.push(...(await focusFaults(page)))
    }
  }
  expect(faults).toEqual([])
})

test('a form that is not complete leads to its first field with the name of it in sight, whose edge is red while it is wrong', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 360 })
  await page.goto('/data')
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Connect a database' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  const database = dialog.getByLabel('Database', { exact: true })
  const plain = await database.evaluate((element) => getComputedStyle(element).borderColor)
  const host = dialog.getByLabel('Host')
  await host.evaluate((field) => field.scrollIntoView({ block: 'start' }))
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(host).toBeFocused()
  await expect(dialog.getByText('Host', { exact: true })).toBeInViewport({ ratio: 1 })

  const words = await dialog
    .getByText('The name of a database on that server.')
    .evaluate((text) => getComputedStyle(text).color)
  await expect(database).toHaveCSS('border-color', words)
  await database.fill('shop')
  await dialog.getByLabel('Password').focus()
  await expect(database).toHaveCSS('border-color', plain)
})

test.describe('on touch', () => {
  test.use({ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true })

  test('everything to tap is at least 24 pixels high and wide, 44 in the bar at the top; Close stands beside the name of a dialog', async ({
    page,
  }) => {
    for (const path of ['/data', '/data/sample-bird-strikes', '/settings', sampleDashboard.path]) {
      await page.goto(path)
      await waitUntilSynced(page)
      expect(await smallTargets(page)).toEqual([])
    }
    const bar = page.getByRole('main').locator('header').first()
    const heights = await bar
      .locator('a[href], button')
      .filter({ visible: true })
      .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThan(3)
    expect(heights).toEqual(heights.map(() => 44))

    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const middles = await Promise.all(
      [dialog.getByRole('heading', { name: 'Keyboard shortcuts' }), dialog.getByRole('button', { name: 'Close' })].map(
        async (locator) => {
          const box = await locator.boundingBox()
          return box && box.y + box.height / 2
        },
      ),
    )
    expect(middles[0]).toBe(middles[1])
  })
})

/** Returns faults that hide the focus ring or the focused element; none are expected. */
async function focusFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return ['nothing has the focus']
    const name = element.ariaLabel ?? element.textContent ?? ''
    const faults: string[] = []
    const box = element.getBoundingClientRect()
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none') faults.push(`${name}: no ring`)
    const beyond = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      const isCutX = overflowX !== 'visible' && (box.left - beyond < edge.left || box.right + beyond > edge.right)
      const isCutY = overflowY !== 'visible' && (box.top - beyond < edge.top || box.bottom + beyond > edge.bottom)
      if (isCutX || isCutY) faults.push(`${name}: its ring is cut off by ${around.className || around.tagName}`)
    }
    const corners = [
      [box.left + 4, box.top + 4],
      [box.right - 4, box.bottom - 4],
    ] as const
    for (const [x, y] of corners) {
      const top = document.elementFromPoint(x, y)
      if (!element.contains(top)) faults.push(`${name}: ${top?.className ?? 'nothing'} lies over it`)
    }
    return faults
  })
}

async function smallTargets(page: Page): Promise<readonly string[]> {
  const targets = page.locator('a[href], button, input, select, textarea, summary').filter({ visible: true })
  return await targets.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const after = getComputedStyle(element, '::after')
      // A link that fills its row has the row's size.
      const target = after.position === 'absolute' ? (element.closest('[role=row]') ?? element) : element
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
      const isForReaders = width <= 1 || height <= 1
      const name = element.ariaLabel ?? element.textContent
      return isForReaders || (width >= 24 && height >= 24) ? [] : [`${name}: ${width} × ${height}`]
    }),
  )
}

/** Returns the background as painted. */
async function fillOf(element: Locator): Promise<string> {
  return await element.evaluate((found) => getComputedStyle(found).backgroundColor)
}

test('every chart type in every state is accessible in both themes', inLongRun, async ({ page }) => {
  test.slow()
  for (const type of chartTypeIds) {
    await page.goto(`/gallery?type=${type}`)
    expect([type, await accessibilityInThemes(page)]).toEqual([type, []])
  }
})
