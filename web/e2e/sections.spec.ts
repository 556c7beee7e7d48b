import { accessibilityOf } from './accessibility-of'
import { expect, push, test, tile, waitUntilSynced, type Change } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

function boardOf(id: string): readonly Change[] {
  const tileOf = (key: string, content: object, place: object): Change => [
    'createTile',
    { id: `${id}-${key}`, dashboardId: id, tabId: `${id}-t`, content, place },
  ]
  const note = (key: string, x: number, y: number) =>
    tileOf(key, { kind: 'text', text: `Note ${key}` }, { x, y, w: 4, h: 3 })
  const heading = (key: string, text: string, y: number) =>
    tileOf(key, { kind: 'text', text, isHeading: true }, { x: 0, y, w: 12, h: 1 })
  const firstTab = { id: `${id}-t`, name: 'First', order: 'a0' }
  return [
    ['createDashboard', { id, folderId: null, description: '', order: 'a9', name: 'Sections', firstTab }],
    note('top', 0, 0),
    heading('one', 'Sales', 3),
    note('a', 0, 4),
    note('b', 4, 4),
    heading('two', 'Costs', 7),
    note('c', 0, 8),
  ]
}

test(
  'sections have headings that move with their tiles, and each reader collapses them, which the server knows',
  inLongRun,
  async ({ page }) => {
    await push(page.request, boardOf('sections'))
    await page.goto('/dashboards/sections')
    await waitUntilSynced(page)
    const names = () =>
      page.getByRole('article').evaluateAll((tiles) => tiles.map((one) => one.getAttribute('aria-label')))
    const inOrder = ['Note top', 'Sales', 'Note a', 'Note b', 'Costs', 'Note c']
    expect(await names()).toEqual(inOrder)

    await test.step('a section moves by keys with its tiles, in one step to undo', async () => {
      await tile(page, 'Costs').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expect.poll(names).toEqual(['Note top', 'Costs', 'Note c', 'Sales', 'Note a', 'Note b'])
      await expect(page.getByRole('button', { name: /^Undo: / })).toBeEnabled()
      await page.keyboard.press('Control+z')
      await expect.poll(names).toEqual(inOrder)
    })

    await test.step('collapsed, its tiles are gone also from the page of the server; a link to one opens it', async () => {
      await page.getByRole('button', { name: 'Collapse Sales' }).click()
      await expect(page.getByRole('button', { name: 'Expand Sales' })).toHaveAttribute('aria-expanded', 'false')
      await expect(tile(page, 'Sales').getByText('2 tiles')).toBeVisible()
      await expect(tile(page, 'Note a')).toHaveCount(0)
      expect(await accessibilityOf(page)).toEqual([])
      const html = await page.goto('/dashboards/sections')
      expect(await html?.text()).not.toMatch(/aria-label="Note a"/)
      await waitUntilSynced(page)
      expect(await names()).toEqual(['Note top', 'Sales', 'Costs', 'Note c'])
      // What is moved meanwhile leaves the hidden tiles where they belong.
      await tile(page, 'Costs').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expect.poll(names).toEqual(['Note top', 'Costs', 'Note c', 'Sales'])
      // From another page: otherwise only the fragment changes.
      await page.goto('/settings')
      await page.goto('/dashboards/sections#tile-sections-a')
      await expect(tile(page, 'Note a')).toBeVisible()
      await expect.poll(names).toEqual(['Note top', 'Costs', 'Note c', 'Sales', 'Note a', 'Note b'])
    })

    await test.step('a new one is named where it stands, and removing a heading leaves its tiles', async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Section' }).click()
      const field = page.getByRole('textbox', { name: 'Section name' })
      await expect(field).toBeFocused()
      await field.fill('People')
      await field.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible()
      await page.getByRole('button', { name: 'Menu of Sales', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Remove heading, keep tiles' }).click()
      await expect(page.getByRole('article', { name: 'Sales' })).toHaveCount(0)
      await expect(tile(page, 'Note a')).toBeVisible()
      await page.getByRole('button', { name: 'History' }).click()
      await expect(
        page
          .getByRole('dialog', { name: 'History' })
          .getByText(/the section “People”/)
          .first(),
      ).toBeVisible()
    })
  },
)

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 740 } })

  test('sections stand in one column and collapse by a tap', async ({ page }) => {
    await push(page.request, boardOf('narrow'))
    await page.goto('/dashboards/narrow')
    await waitUntilSynced(page)
    const button = page.getByRole('button', { name: 'Collapse Sales' })
    await button.tap()
    await expect(tile(page, 'Note b')).toHaveCount(0)
    await expect(tile(page, 'Note c')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })
})
