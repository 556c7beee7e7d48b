import { expect, openDashboard, test, tile } from './fixtures'

const widths = [
  { width: 1440, removed: ['Electricity in Iowa by source', 'Smaller families, longer lives'] },
  { width: 375, removed: ['CO₂ in the air', 'Life expectancy'] },
]

for (const { width, removed } of widths)
  test(`of two messages in the corner each can be read as a whole, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openDashboard(page)
    for (const name of removed) await tile(page, name).press('Delete')
    const toasts = page.locator('[data-sonner-toast]')
    await expect(toasts).toHaveCount(removed.length)
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
    await expect.poll(seen, { timeout: 5000 }).toEqual({ count: removed.length, isCut: false, isCovered: false })
  })
