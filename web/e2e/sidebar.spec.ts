import { expect, test, waitUntilSynced } from './fixtures'

// A low viewport in which most of the list is out of sight.
test.use({ viewport: { width: 1440, height: 480 } })

test('the row of a page that is opened is in sight, the list stays where somebody scrolls it, and a name that is cut off is told whole', async ({
  page,
}) => {
  await test.step('a name that is cut off is told whole by the pointer and by the arrow keys, others are not', async () => {
    await page.goto('/')
    await waitUntilSynced(page)
    const rows = page.getByRole('complementary')
    const cut = rows.getByRole('link', { name: 'Half a century in the largest countries' })
    const tooltip = page.locator('[data-part=tooltip]').filter({ hasText: /^Half a century in the largest countries$/ })
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
    const rows = page.getByRole('complementary').locator('a[data-row-id]')
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
})
