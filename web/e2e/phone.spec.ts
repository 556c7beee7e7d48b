import type { Locator, Page } from '@playwright/test'
import { accessibilityOf } from './accessibility-of'
import {
  drop,
  expect,
  openDashboard,
  openNewDashboard,
  rename,
  sampleDashboard,
  startAgain,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

test('a finger finds undo, redo and the history of a dashboard and of a chart, also without the server', async ({
  page,
  server,
  problems,
}) => {
  problems.allow(...offlineProblems)
  await openNewDashboard(page, 'On a phone')
  await openMenu(page)
  for (const name of ['Nothing to undo', 'Nothing to redo'])
    await expect(page.getByRole('menuitem', { name })).toBeDisabled()
  expect(await accessibilityOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'History' }).tap()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByText('Created the dashboard “On a phone”')).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).tap()
  await expect(page.getByRole('button', { name: /^Menu of this/ })).toBeFocused()

  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Text' }).tap()
  await page.keyboard.press('Escape')
  const note = page.getByRole('article', { name: 'Text' })
  await expect(note).toBeVisible()
  await waitUntilSynced(page)
  await choose(page, 'Undo: Add text')
  await expect(note).toHaveCount(0)
  await server.stop()
  await choose(page, 'Redo: Add text')
  await expect(note).toBeVisible()
  await choose(page, 'History')
  await expect(history.getByText('History needs the server')).toBeVisible()
  await startAgain(server, page)
  await expect(history.getByText('Created the dashboard “On a phone”')).toBeVisible()

  await test.step('and of a chart', async () => {
    await page.goto('/charts/sample-co2-monthly')
    await waitUntilSynced(page)
    await rename(page, 'chart name', 'Parts per million')
    await choose(page, 'Undo: Rename chart')
    await expect(page.getByRole('heading', { level: 1, name: 'CO₂ at Mauna Loa' })).toBeVisible()
    await choose(page, 'History')
    await expect(page.getByRole('dialog', { name: 'History' }).getByText(/^Created the chart/)).toBeVisible()
  })
})

test(
  'a finger on the name of a tile chooses the tile, whose menu renames it above its number; a first tap on its blank corner presses nothing; a wider bar has buttons for what the menu had',
  inLongRun,
  async ({ page }) => {
    await openDashboard(page)
    const air = tile(page, 'CO₂ in the air')
    const { x, y, width, height } = await boxOf(air.getByText('CO₂ in the air').first())
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await expect(air).toBeFocused()
    const field = page.getByRole('textbox', { name: 'Chart name' })
    await expect(field).toHaveCount(0)
    await air.getByRole('button', { name: 'Menu of CO₂ in the air' }).tap()
    await page.getByRole('menuitem', { name: 'Rename' }).tap()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')

    await test.step('the name of a small tile is edited above its number', async () => {
      const small = tile(page, 'CO₂ in the air')
      await small.press('F2')
      const field = small.getByRole('textbox', { name: 'Chart name' })
      await expect(field).toBeFocused()
      const ringPx = 2
      const reachPx = async () => {
        const [name, number] = await Promise.all([field.boundingBox(), small.getByText('411.5 ppm').boundingBox()])
        return name && number && name.y + name.height + ringPx - number.y
      }
      // Its digits begin a little below the top of their line.
      await expect.poll(reachPx).toBeLessThanOrEqual(3)
    })
    await page.keyboard.press('Escape')

    await test.step('the first tap on the blank corner of a tile shows its buttons and presses none of them', async () => {
      const buttons = [air.getByRole('link', { name: /^Open/ }), air.getByRole('button', { name: /^Menu of/ })]
      for (const button of buttons) {
        await tile(page, 'Life expectancy').focus()
        const { x, y, width, height } = await boxOf(button)
        await page.touchscreen.tap(x + width / 2, y + height / 2)
        await expect(air).toHaveAttribute('data-selected')
        await expect(page).toHaveURL(sampleDashboard.path)
        await expect(page.getByRole('menu')).toHaveCount(0)
      }
      await buttons[0]?.tap()
      await expect(page.getByRole('heading', { level: 1, name: 'CO₂ in the air' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
    })

    await page.setViewportSize({ width: 800, height: 900 })
    await expect(page.getByRole('button', { name: 'History', exact: true })).toBeVisible()
    await openMenu(page)
    await expect(page.getByRole('menuitem')).toContainText(['Nothing to undo', 'Nothing to redo'])
  },
)

test(
  'what a dropped file is ready for leaves the corner once that was asked, and its rows are told in full',
  inLongRun,
  async ({ page }) => {
    await page.goto('/data')
    await waitUntilSynced(page)
    const rows = Array.from({ length: 364 }, (_, day) => `${day},${day % 7},${day % 12}`)
    await drop(page, 'tides.csv', `day,weekday,height\n${rows.join('\n')}\n`)
    const ready = page.getByText('“tides” is ready')
    await expect(ready).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Ask about it' }).tap()
    await expect(page.getByRole('button', { name: 'Table: tides' })).toBeVisible()
    await expect(ready).toHaveCount(0, { timeout: 4000 })

    const told = page.getByRole('region', { name: 'Result' }).getByText(/^364 of 364 rows · 3 columns · as of/)
    await expect(told).toBeVisible()
    expect(
      await told.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      ),
    ).toBe(false)
  },
)

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of this/ }).tap()
}

async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).tap()
}
