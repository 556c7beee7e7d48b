import { expect, openDashboard, test, tile } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

const widths = [
  { width: 1440, removed: ['Electricity in Iowa by source', 'Smaller families, longer lives'] },
  { width: 375, removed: ['CO₂ in the air', 'Life expectancy'] },
]

test(
  'of two messages in the corner each can be read as a whole, and on a phone a dialog ends above them',
  inLongRun,
  async ({ page }) => {
    await openDashboard(page)
    const toasts = page.locator('[data-part=toast]')
    const seen = () =>
      toasts.evaluateAll((elements) => {
        const boxes = elements.map((element) => element.getBoundingClientRect())
        return {
          count: elements.length,
          isCut: elements.some(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1),
          isCovered: boxes.some((box, index) =>
            boxes.slice(index + 1).some(({ top, bottom }) => box.top < bottom && top < box.bottom),
          ),
        }
      })
    for (const { width, removed } of widths) {
      await test.step(`${width} pixels wide`, async () => {
        await page.setViewportSize({ width, height: 800 })
        for (const name of removed) await tile(page, name).press('Delete')
        await expect(toasts).toHaveCount(removed.length)
        await expect.poll(seen, { timeout: 5000 }).toEqual({ count: removed.length, isCut: false, isCovered: false })
        for (const _ of removed) await toasts.first().getByRole('button', { name: 'Undo' }).click()
        await expect(toasts).toHaveCount(0)
      })
    }

    await test.step('a dialog ends above the messages, and their buttons work beside it', async () => {
      await page.setViewportSize({ width: 375, height: 740 })
      await tile(page, 'Renewable electricity').press('Delete')
      const message = page.locator('[data-part=toast]')
      await expect(message).toBeVisible()
      // It stays as long as the pointer is on it.
      await message.hover()
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      const gapPx = async () => {
        const [above, below] = [await dialog.boundingBox(), await message.boundingBox()]
        return above === null || below === null ? null : below.y - above.y - above.height
      }
      await expect.poll(gapPx).toBeGreaterThanOrEqual(0)
      await message.getByRole('button', { name: 'Undo' }).click()
      await expect(message).toHaveCount(0)
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(tile(page, 'Renewable electricity')).toBeVisible()
    })
  },
)
