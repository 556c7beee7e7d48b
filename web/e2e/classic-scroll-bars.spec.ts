import type { Locator } from '@playwright/test'
import { expectDrawnAlike } from './expect-drawn-alike'
import { expect, goHome, openDashboard, test, tile, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

// Scroll bars that take room, as on Windows and with a mouse on a Mac; Playwright hides them by default.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    await provide({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

test(
  'beside bars that take room charts are as wide as the server drew them, the last row of a table is whole, and the right edge stays',
  inLongRun,
  async ({ page }) => {
    await test.step('the server draws charts as wide as they stay, on a first visit as on later ones', async () => {
      for (const width of [645, 375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await openDashboard(page)
        await expectDrawnAlike(page, ['Smaller families, longer lives'])
      }
    })

    const rightOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return box && Math.round(box.x + box.width)
    }
    const main = page.getByRole('main')
    expect(await rightOf(main.getByRole('button', { name: 'Add', exact: true }))).toBe(1420)
    expect(await rightOf(tile(page, 'Global temperature'))).toBe(1420)

    await page.goto('/charts/sample-daily-highs')
    await waitUntilSynced(page)
    await expectDrawnAlike(page, ['Daily highs in Seattle'])
    await goHome(page)
    for (const height of [1400, 500]) {
      await page.setViewportSize({ width: 1440, height })
      expect(await rightOf(main.getByRole('button', { name: 'New dashboard' }))).toBe(1420)
      expect(await rightOf(main.getByRole('region', { name: 'First steps' }))).toBe(1420)
    }

    await test.step('the last row of a wide table in a tile is whole above the bar that scrolls it', async () => {
      await page.setViewportSize({ width: 720, height: 800 })
      await openDashboard(page)
      const table = tile(page, 'Half a century in the largest countries')
      const grid = table.getByRole('grid')
      const ends = () =>
        grid.evaluate((element: HTMLElement) => {
          const top = element.getBoundingClientRect().top
          const rowEnds = [...element.querySelectorAll('[role=row]')].map(
            (row) => row.getBoundingClientRect().bottom - top,
          )
          const cutRowEnds = rowEnds.filter((end) => end > element.clientHeight && end - element.clientHeight < 31)
          return { barPx: element.offsetHeight - element.clientHeight, cutRowEnds }
        })
      // The server's drawing stays until somebody comes near.
      for (const drawnBy of ['server', 'browser']) {
        if (drawnBy === 'browser') await table.hover()
        await expect(table.locator(`[data-drawn-by=${drawnBy}]`)).toBeVisible()
        await expect.poll(async () => (await ends()).barPx).toBeGreaterThan(0)
        await expect.poll(async () => (await ends()).cutRowEnds).toEqual([])
      }
    })
  },
)
