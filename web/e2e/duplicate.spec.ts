import {
  addTab,
  expect,
  openNewDashboard,
  rename,
  startAgain,
  test,
  tile,
  waitUntilSynced,
  showCharts,
} from './fixtures'
import { offlineProblems } from './page-problems'
import { inLongRun } from '../../testkit/long-run'

test(
  'a dashboard is duplicated in one step to undo, a chart without the server, both are named at once, and a tile with its chart to be changed',
  inLongRun,
  async ({ page, server, problems }) => {
    problems.allow(...offlineProblems)
    await openNewDashboard(page, 'Quayside', { charts: ['Global temperature', 'CO₂ at Mauna Loa'] })
    await addTab(page)
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    await palette.getByRole('combobox').fill('duplicate')
    await expect(palette.getByRole('option').first()).toHaveText('Duplicate this dashboard')
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Dashboard name' })
    await expect(name).toHaveValue('Quayside copy')
    await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByText('The copy shows the same charts')).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link')
    await expect(tabs).toHaveCount(2)
    const sidebar = page.getByRole('complementary')
    const link = sidebar.getByRole('link', { name: 'Quayside copy' })
    await expect(link).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(link).toHaveCount(0)
    const undone = page.getByRole('group').filter({ hasText: 'Undone: Duplicate dashboard' })
    await undone.getByRole('button', { name: 'Redo' }).click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('ControlOrMeta+z')
    const main = page.getByRole('main')
    await expect(main).toContainText('The dashboard is gone again.')
    await main.getByRole('button', { name: 'Redo' }).click()
    await expect(undone).toHaveCount(0)
    await rename(page, 'dashboard name', 'Pier')
    await waitUntilSynced(page)
    await page.reload()
    await waitUntilSynced(page)
    await expect(tabs).toHaveCount(2)
    for (const chart of ['Global temperature', 'CO₂ at Mauna Loa']) await expect(tile(page, chart)).toBeVisible()

    // A tile's copy is opened for editing by one press, placed beside the original, and undone with its chart in one
    // step.
    const copy = 'Global temperature copy'
    await tile(page, 'Global temperature').hover()
    await tile(page, 'Global temperature').getByRole('button', { name: 'Menu of Global temperature' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate and change' }).click()
    await expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible()
    await expect(page.getByRole('textbox', { name: `SQL of ${copy}` })).toBeVisible()
    await page.goBack()
    await expect(tile(page, copy)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(tile(page, copy)).toHaveCount(0)
    await expect(sidebar.getByRole('link', { name: copy })).toHaveCount(0)

    await showCharts(page)
    const menu = sidebar.getByRole('button', { name: 'Menu of Daily highs in Seattle' }).first()
    const duplicate = page.getByRole('menuitem', { name: 'Duplicate', exact: true })
    // Without a service worker its code is loaded on first use.
    await menu.press('Enter')
    await expect(duplicate).toBeVisible()
    await page.keyboard.press('Escape')
    await server.stop()
    await expect(page.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible({ timeout: 20_000 })
    await menu.press('Enter')
    await duplicate.press('Enter')
    const chartName = page.getByRole('textbox', { name: 'Chart name' })
    await expect(chartName).toHaveValue('Daily highs in Seattle copy')
    await expect(chartName).toBeFocused()
    await page.keyboard.type('Nightly lows')
    await page.keyboard.press('Enter')
    await startAgain(server, page)
    await waitUntilSynced(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Nightly lows' })).toBeVisible()
    await waitUntilSynced(page)
  },
)
