import {
  dashboardOf,
  expect,
  newFolder,
  openDashboard,
  push,
  sampleDashboard,
  showCharts,
  sqlChart,
  test,
  waitUntilSynced,
} from './fixtures'
import { inLongRun } from '../../testkit/long-run'

// A low viewport in which most of the list is out of sight.
test.use({ viewport: { width: 1440, height: 480 } })

test(
  'the row of a page that is opened is in sight, the list stays where somebody scrolls it, and a name that is cut off is told whole',
  inLongRun,
  async ({ page }) => {
    await test.step('a name that is cut off is told whole by the pointer and by the arrow keys, others are not', async () => {
      await page.goto('/')
      await waitUntilSynced(page)
      await showCharts(page)
      const rows = page.getByRole('complementary')
      const cut = rows.getByRole('link', { name: 'Half a century in the largest countries' }).first()
      const tooltip = page
        .locator('[data-part=tooltip]')
        .filter({ hasText: /^Half a century in the largest countries$/ })
      // The tooltip's code is loaded when the pointer first moves.
      await expect(async () => {
        await page.mouse.move(900, 300)
        await cut.hover()
        await expect(tooltip).toBeVisible({ timeout: 2000 })
      }).toPass()
      await page.mouse.move(900, 300)
      await expect(tooltip).toHaveCount(0)
      await cut.focus()
      await page.keyboard.press('ArrowUp')
      await expect(cut).not.toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(cut).toBeFocused()
      await expect(tooltip).toBeVisible()
      await page.mouse.move(900, 300)
    })

    await test.step('the row is in sight, and the list stays where somebody scrolls it', async () => {
      // Those of the folders: what was opened last stands above.
      const rows = page.getByRole('complementary').locator('a[data-row-id]:not([data-row-id^=section])')
      const [first, last] = [rows.first(), rows.last()]
      await expect(last).not.toBeInViewport()
      await page.goto((await last.getAttribute('href')) ?? '')
      await waitUntilSynced(page)
      await expect(page.getByRole('complementary').locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
      const pageTop = () => page.evaluate(() => [scrollY, document.getElementById('content')?.scrollTop])
      expect(await pageTop()).toEqual([0, 0])

      await last.hover()
      await page.mouse.wheel(0, -2000)
      await first.click()
      await page.goBack()
      await expect(last).toHaveAttribute('aria-current', 'page')
      await expect(first).toBeInViewport({ ratio: 1 })

      await page.goForward()
      await expect(first).toHaveAttribute('aria-current', 'page')
      await page.mouse.move(900, 300)
      await page.goBack()
      await expect(last).toBeInViewport({ ratio: 1 })
      expect(await pageTop()).toEqual([0, 0])
    })
  },
)

test(
  'favourites and what was opened last stand above the folders, a chart under its dashboard, and a filter finds it',
  inLongRun,
  async ({ page }) => {
    await push(page.request, [newFolder('sidebar-climate', 'Climate of the sidebar')])
    await openDashboard(page)
    const sidebar = page.getByRole('complementary')
    const section = (name: string) => sidebar.getByRole('button', { name, exact: true })
    const links = () => sidebar.locator('a[data-row-id]').evaluateAll((rows) => rows.map((row) => row.dataset['rowId']))

    await test.step('a favourite stays over a reload, and what is open is not among what was opened', async () => {
      await expect(section('Recent')).toHaveCount(0)
      await page.keyboard.press('f')
      await expect(section('Favourites')).toBeVisible()
      await showCharts(page)
      await sidebar.getByRole('link', { name: 'Daily highs in Seattle' }).first().click()
      await expect(section('Recent')).toBeVisible()
      await waitUntilSynced(page)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Daily highs in Seattle' })).toBeVisible()
      // Other tests of this server have favourites of their own.
      expect((await links()).filter((link) => link?.endsWith('/sample-dashboard')).slice(0, 2)).toEqual([
        'section-favourites/sample-dashboard',
        'section-recent/sample-dashboard',
      ])
      await waitUntilSynced(page)
      await section('Recent').click()
      await expect(section('Recent')).toHaveAttribute('aria-expanded', 'false')
    })

    await test.step('a chart stands under the dashboard beside it once that is opened by the arrow', async () => {
      await push(page.request, [
        sqlChart('nested-chart', 'Nested Señal', 'select 1 as n'),
        ...dashboardOf('nesting', 'Nesting', ['nested-chart']),
      ])
      const dashboard = sidebar.getByRole('link', { name: 'Nesting' })
      await expect(dashboard).toBeVisible()
      expect(await links()).not.toContain('nested-chart')
      await dashboard.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(sidebar.locator('[data-row-id="nesting/nested-chart"]')).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expect(dashboard).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expect(sidebar.getByRole('link', { name: 'Nested Señal' })).toHaveCount(0)
    })

    await test.step('the filter finds it without its accent, opens it by Enter, and gives way by Escape', async () => {
      await page.keyboard.press('/')
      const field = sidebar.getByRole('searchbox', { name: 'Filter the sidebar' })
      await expect(field).toBeFocused()
      await page.keyboard.type('SENAL')
      expect(await links()).toEqual(['nesting', 'nesting/nested-chart'])
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Nested Señal' })).toBeVisible()
      await field.press('Escape')
      await expect(field).toHaveValue('')
      await expect(sidebar.getByRole('link', { name: sampleDashboard.name }).first()).toBeVisible()
    })

    await test.step('a dashboard takes the chart along to a folder, in one step', async () => {
      const row = sidebar.locator('[data-row-id=nesting]')
      const atTop = await row.evaluate((element) => getComputedStyle(element).paddingLeft)
      await sidebar.getByRole('button', { name: 'Menu of Nesting' }).click()
      await page.getByRole('menuitem', { name: 'Move to…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move “Nesting”' })
      await expect(dialog).toContainText('Its chart moves with it.')
      await dialog.getByRole('button', { name: 'Climate of the sidebar' }).click()
      await page.keyboard.press('/')
      await page.keyboard.type('señal')
      await expect.poll(links).toEqual(['nesting', 'nesting/nested-chart'])
      await expect(sidebar.getByRole('button', { name: 'Climate of the sidebar', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(row).not.toHaveCSS('padding-left', atTop)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(row).toHaveCSS('padding-left', atTop)
      expect(await links()).not.toContain('nested-chart')
    })

    await test.step('from its own menu it goes to a folder made for it, and a press takes that back', async () => {
      const row = sidebar.locator('[data-row-id=nesting]')
      const atTop = await row.evaluate((element) => getComputedStyle(element).paddingLeft)
      await row.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Nesting' })).toBeVisible()
      await page.getByRole('button', { name: 'Menu of this dashboard' }).click()
      await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move “Nesting”' })
      await dialog.getByRole('textbox', { name: 'Find a folder' }).fill('Sales')
      await expect(dialog.getByRole('button', { name: 'New folder “Sales”' })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Moved to Sales')).toBeVisible()
      await expect(row).not.toHaveCSS('padding-left', atTop)
      await expect(row).toBeInViewport()
      const told = page.locator('[data-part=toast]').filter({ hasText: 'Moved to Sales' })
      await told.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toHaveCSS('padding-left', atTop)
      await expect(sidebar.getByRole('button', { name: 'Sales', exact: true })).toHaveCount(0)
    })

    await test.step('the key for menus opens that of a row, and “/” selects what the field holds at once', async () => {
      const row = sidebar.locator('[data-row-id=nesting]')
      await row.focus()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem', { name: 'Move to…' })).toBeVisible()
      await page.keyboard.press('Escape')
      const field = sidebar.getByRole('searchbox', { name: 'Filter the sidebar' })
      await field.fill('nothing')
      await page.getByRole('main').focus()
      await page.evaluate(() => {
        const press = (key: string) =>
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        press('/')
      })
      await page.keyboard.type('nest')
      await expect(field).toHaveValue('nest')
      await field.fill('')
    })
  },
)
