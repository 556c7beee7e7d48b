import type { Locator } from '@playwright/test'
import { dashboardOf, expect, goHome, openFromSidebar, push, sqlChart, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

const hebrew = 'הכנסות לפי אזור ולפי ערוץ מכירה בכל אחת מהחנויות של הרשת בשנתיים האחרונות, לפי חודשים ושבועות'

test('a name from right to left is cut where it ends, wherever it stands', inLongRun, async ({ page }) => {
  await push(page.request, [
    sqlChart('hebrew', hebrew, 'select 1 as one'),
    // On no dashboard, so that Home has a card of it.
    sqlChart('alone', `${hebrew} שוב`, 'select 1 as one'),
    ...dashboardOf('first', 'ראשון', ['hebrew']),
  ])
  await page.goto('/charts/hebrew')
  await waitUntilSynced(page)
  const sidebar = page.getByRole('complementary')
  await sidebar.getByRole('button', { name: 'Charts of ראשון' }).click()
  await expect.poll(() => cutOf(sidebar.getByText(hebrew, { exact: true }))).toBe('its end')
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(() => cutOf(page.getByRole('heading', { level: 1 }).getByRole('button'))).toBe('its end')
  await page.setViewportSize({ width: 1440, height: 900 })

  await openFromSidebar(page, 'ראשון')
  const title = page.getByRole('article', { name: hebrew }).getByRole('button', { name: /rename chart name$/ })
  await expect.poll(() => cutOf(title)).toBe('its end')
  // It starts where an English name would.
  const startOf = async (link: Locator) =>
    await link.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left
    })
  expect(await startOf(sidebar.getByText('ראשון', { exact: true }))).toBeLessThan(1)

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('הכנסות לפי')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect.poll(() => cutOf(page.getByRole('option').getByText(hebrew, { exact: true }).first())).toBe('its end')

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await goHome(page)
  await page.setViewportSize({ width: 375, height: 800 })
  const card = page.getByRole('main').getByRole('link', { name: `${hebrew} שוב` })
  await expect.poll(() => cutOf(card.getByText(`${hebrew} שוב`, { exact: true }))).toBe('its end')
})

/** Returns which part of a text is cut off; null if none is. */
async function cutOf(text: Locator): Promise<'its start' | 'its end' | 'both' | null> {
  return await text.evaluate((element) => {
    const node = element.firstChild
    if (!(node instanceof Text)) throw new Error('it holds no text')
    const box = element.getBoundingClientRect()
    const isSeen = (at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, right } = range.getBoundingClientRect()
      return left >= box.left - 1 && right <= box.right + 1
    }
    const [isStartSeen, isEndSeen] = [isSeen(0), isSeen(node.length - 1)]
    if (isStartSeen) return isEndSeen ? null : 'its end'
    return isEndSeen ? 'its start' : 'both'
  })
}
