import { expect, newFolder, openDashboard, push, test, waitUntilSynced } from './fixtures'

// Enables animations, so that closing and opening takes time.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the palette runs a command, finds a chart by a few letters, opens up to a folder, and passes a dashboard or a chart on', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute(
        'data-printed',
        document.querySelector('[role=dialog]') === null ? 'the dashboard' : 'the palette',
      )
  })
  await push(page.request, [newFolder('palette-climate', 'Weather and climate')])
  await openDashboard(page)
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })

  await test.step('a folder within a closed one has the focus, however long the palette takes to close', async () => {
    const sidebar = page.getByRole('complementary')
    const folder = (name: string) => sidebar.getByRole('button', { name, exact: true })
    await sidebar.getByRole('button', { name: 'Menu of Weather and climate' }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await sidebar.getByRole('textbox').fill('Glaciers')
    await page.keyboard.press('Enter')
    await expect(folder('Glaciers')).toBeVisible()
    await folder('Weather and climate').click()
    await expect(folder('Glaciers')).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('glaciers')
    await palette.evaluate((dialog) => void dialog.animate([{ opacity: 1 }, { opacity: 0.9 }], 1500))
    await palette.getByRole('option', { name: 'Glaciers' }).click()
    await expect(palette).toHaveCount(0)
    await expect(folder('Glaciers')).toBeFocused()
  })

  await test.step('it finds the way to other folders before the trash, and the file picker', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('move')
    await expect(palette.getByRole('option').first()).toHaveText('Move to folder…')
    await palette.getByRole('combobox').fill('upload')
    const picker = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    expect((await picker).isMultiple()).toBe(true)
    await expect(palette).toHaveCount(0)
  })

  await test.step('it passes a dashboard or a chart on: its link, as it is filtered, and its print', async () => {
    await page.getByRole('region', { name: 'Filters' }).getByRole('button', { name: 'Region' }).click()
    await page.getByRole('checkbox').first().click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/[?&]f\./)
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('share')
    await expect(palette.getByRole('option').first()).toHaveText('Copy the link of this dashboard')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('pdf')
    // Must work however long the palette takes to close.
    await palette.evaluate((dialog) => void dialog.animate([{ opacity: 1 }, { opacity: 0.9 }], 1500))
    await palette.getByRole('option', { name: 'Print this dashboard' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'the dashboard')
    // Print shows the filter's value, but not its buttons.
    const clear = page.getByRole('button', { name: 'Clear the filter Region' })
    await expect(clear).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(clear).toBeHidden()

    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('main').getByRole('article').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/charts\//)
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('print')
    await expect(palette.getByRole('option', { name: 'Print this chart' })).toBeVisible()
    await palette.getByRole('combobox').fill('share')
    await expect(palette.getByRole('option').first()).toHaveText('Copy the link of this chart')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  })

  await test.step('the question mark lists the shortcuts; the palette runs a command, and finds a chart', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog.getByText('Search or run a command')).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'In the SQL editor' })).toContainText(
      'Leave the editorEsc then Tab',
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('dark')
    await palette.getByRole('option', { name: 'Use the dark theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    await waitUntilSynced(page)
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill('seattle')
    await palette.getByRole('option', { name: /Daily highs in Seattle/ }).click()
    await expect(page).toHaveURL(/\/charts\/sample-/)
    await expect(page.getByRole('heading', { level: 1, name: 'Daily highs in Seattle' })).toBeVisible()
  })
})
