import type { Locator, Page } from '@playwright/test'
import {
  addTab,
  expect,
  newFolder,
  openDashboard,
  goToNewDashboard,
  push,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'
import { inLongRun } from '../../testkit/long-run'

/** Presses an element like a person who came to it with Tab. */
async function pressByKey(page: Page, element: Locator): Promise<void> {
  // A key press first, so that the focus counts as set by keyboard.
  await page.keyboard.press('Tab')
  await element.focus()
  await page.keyboard.press('Enter')
}

test(
  'what is cleared or deleted by keyboard leaves the focus to what stands beside it',
  inLongRun,
  async ({ page }) => {
    await push(page.request, [newFolder('kept-climate', 'Climate to delete')])
    await test.step('a filter to its chip', async () => {
      await openDashboard(page)
      const filters = page.getByRole('region', { name: 'Filters' })
      await filters.getByRole('button', { name: 'Region' }).click()
      await page.getByRole('checkbox').first().click()
      await page.keyboard.press('Escape')
      await pressByKey(page, filters.getByRole('button', { name: 'Clear the filter Region' }))
      await expect(filters.getByRole('button', { name: 'Clear the filter Region' })).toHaveCount(0)
      await expect(filters.getByRole('button', { name: 'Region' })).toBeFocused()
    })

    await test.step('a new filter has it, and after a link within the page the new page', async () => {
      await page.getByRole('button', { name: 'Add filter' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add filter' })
      await dialog.getByLabel('Column').selectOption({ index: 2 })
      await dialog.getByLabel('Name').press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Filters' }).locator(':focus')).toHaveCount(1)
      await tile(page, 'CO₂ in the air').hover()
      await pressByKey(page, page.getByRole('link', { name: 'Open CO₂ in the air' }))
      await expect(page.getByRole('heading', { level: 1, name: 'CO₂ in the air' })).toBeVisible()
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('a tile, a tab and a row to their neighbours', async () => {
      await goToNewDashboard(page, 'Deleted by keyboard', { charts: ['Global temperature', 'Daily highs in Seattle'] })
      const [first, second] = [tile(page, 'Global temperature'), tile(page, 'Daily highs in Seattle')]
      await pressByKey(page, first.getByRole('button', { name: 'Menu of Global temperature' }))
      await page.getByRole('menuitem', { name: 'Remove from dashboard' }).press('Enter')
      await expect(first).toHaveCount(0)
      await expect(second).toBeFocused()

      await addTab(page)
      const tabs = page.getByRole('navigation', { name: 'Tabs of the dashboard' })
      const shown = tabs.getByRole('link', { name: 'Tab 2' })
      await pressByKey(page, tabs.getByRole('button', { name: 'Menu of tab Tab 2' }))
      await page.getByRole('menuitem', { name: 'Delete tab' }).press('Enter')
      await expect(shown).toHaveCount(0)
      await expect(tabs.locator(':focus')).toHaveCount(1)

      const sidebar = page.getByRole('complementary')
      const row = sidebar.getByRole('link', { name: 'Deleted by keyboard' })
      await pressByKey(page, sidebar.getByRole('button', { name: 'Menu of Deleted by keyboard' }))
      await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter')
      await expect(row).toHaveCount(0)
      await expect(sidebar.locator(':focus')).toHaveCount(1)

      const folder = sidebar.getByRole('button', { name: 'Climate to delete', exact: true })
      await page.keyboard.press('Tab')
      await folder.focus()
      await page.keyboard.press('Delete')
      await expect(folder).toHaveCount(0)
      await expect(sidebar.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('ControlOrMeta+z')
      await expect(folder).toBeVisible()
      await waitUntilSynced(page)
    })
  },
)
