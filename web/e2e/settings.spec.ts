import { expect, test, waitUntilSynced } from './fixtures'

test('the address of a section of the settings leads to it on a phone too, or says that it is not for this server; what is chosen stands out', async ({
  page,
}) => {
  await test.step('an address of settings that are not for this server, beside the ones that are', async () => {
    await page.goto('/settings/members')
    await waitUntilSynced(page)
    await expect(page.getByText('You cannot open this part of the settings')).toBeVisible()
    await expect(page.getByText('It exists only on servers where people sign in.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Workspace' })).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click()
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  })

  await test.step('what is chosen of a few stands out from the others by its background, light and dark', async () => {
    const theme = page.getByRole('group', { name: 'Theme' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrast = await theme.evaluate((group) => {
        const luminanceOf = (element: Element) => {
          const canvas = document.createElement('canvas').getContext('2d')
          if (canvas === null) throw new Error('this browser draws no canvas')
          canvas.fillStyle = getComputedStyle(element).backgroundColor
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
            const share = value / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
        const chosen = group.querySelector('label:has(:checked)')
        if (chosen === null) throw new Error('nothing is chosen')
        return (luminanceOf(chosen) + 0.05) / (luminanceOf(group) + 0.05)
      })
      // It has no border, and its text differs only in brightness.
      expect([colorScheme, contrast > 1.08]).toEqual([colorScheme, true])
    }
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/settings/about')
    await waitUntilSynced(page)
    await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
  })
})
