import { expect, openDashboard, test, tile } from './fixtures'

// Bars that take room, as those of Windows and of a mouse on a Mac do; Playwright hides them.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    await provide({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

test('the last row of a wide table in a tile is whole above the bar that scrolls it', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 800 })
  await openDashboard(page)
  const table = tile(page, 'Half a century in the largest countries')
  const grid = table.getByRole('grid')
  const ends = () =>
    grid.evaluate((element: HTMLElement) => {
      const top = element.getBoundingClientRect().top
      const rowEnds = [...element.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect().bottom - top)
      const cutRowEnds = rowEnds.filter((end) => end > element.clientHeight && end - element.clientHeight < 31)
      return { barPx: element.offsetHeight - element.clientHeight, cutRowEnds }
    })
  // What the server drew stands until somebody comes near.
  for (const drawnBy of ['server', 'browser']) {
    if (drawnBy === 'browser') await table.hover()
    await expect(table.locator(`[data-drawn-by=${drawnBy}]`)).toBeVisible()
    await expect.poll(async () => (await ends()).barPx).toBeGreaterThan(0)
    await expect.poll(async () => (await ends()).cutRowEnds).toEqual([])
  }
})
