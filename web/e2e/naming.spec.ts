import { expect, goHome, makeDashboard, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'what is made can be named at once, where its name stands, and what is still being typed is kept by a reload or a step back',
  inLongRun,
  async ({ page }) => {
    await test.step('a name that somebody is still typing is kept when they reload or go back', async () => {
      await makeDashboard(page, 'Before')
      await waitUntilSynced(page)
      const type = async (name: string) => {
        await page.getByRole('button', { name: /, rename dashboard name$/ }).click()
        await expect(page.getByRole('textbox', { name: 'Dashboard name' })).toBeFocused()
        await page.keyboard.type(name)
      }
      await type('Reloaded')
      await page.reload()
      await waitUntilSynced(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Reloaded' })).toBeVisible()
      await type('Gone back from')
      await page.goBack()
      await expect(page.getByRole('link', { name: 'Gone back from' }).first()).toBeVisible()
    })

    await test.step('what is made can be named at once, where its name stands', async () => {
      await goHome(page)
      await page.getByRole('main').getByRole('button', { name: 'New dashboard' }).click()
      await expect(page.getByRole('textbox', { name: 'Dashboard name' })).toBeFocused()
      await page.keyboard.type('Harbour')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible()

      await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
      const proposal = page.getByRole('button', { name: /, rename question name$/ })
      await expect(proposal).toBeVisible()
      const proposed = await proposal.innerText()
      await proposal.click()
      const ownName = page.getByRole('textbox', { name: 'Question name' })
      await expect(ownName).toBeFocused()
      // A text without visible characters is no name.
      await ownName.fill('\u200b\u202e')
      // On a phone the folders are over the page, and open for the new name.
      await page.setViewportSize({ width: 375, height: 800 })
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('New folder')
      await page.getByRole('option', { name: 'New folder' }).click()
      await expect(ownName).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: proposed, includeHidden: true })).toBeAttached()
      await expect(page.getByRole('textbox', { name: 'New name of New folder' })).toBeFocused()
      await page.keyboard.type('Quays')
      await page.keyboard.press('Enter')
      const folder = page.getByRole('button', { name: 'Quays', exact: true })
      await expect(folder).toBeFocused()

      // A closed folder opens to show what is created in it.
      await folder.click()
      await page.getByRole('button', { name: 'Menu of Quays', exact: true }).click()
      await page.getByRole('menuitem', { name: 'New folder' }).click()
      await expect(page.getByRole('textbox', { name: 'New name of New folder' })).toBeFocused()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Menu of Quays', exact: true }).click()
      await page.getByRole('menuitem', { name: 'New dashboard' }).click()
      await expect(page.getByRole('textbox', { name: 'Dashboard name' })).toBeFocused()
      await page.keyboard.type('Pier of the northern harbour, where ferries leave')
      await page.keyboard.press('Enter')
      // In a narrow field the beginning of the name is visible.
      const field = page.getByRole('textbox', { name: 'Dashboard name' })
      await page.getByRole('button', { name: /^Pier of .* rename dashboard name/ }).click()
      await expect.poll(() => field.evaluate(() => String(getSelection()))).toMatch(/^Pier of .* leave$/)
      expect(
        await field.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth > clientWidth]),
      ).toEqual([0, true])
      await page.keyboard.press('Escape')

      // Enter moves the thing to the folder found.
      await page.setViewportSize({ width: 1280, height: 800 })
      const menuOfPier = page.getByRole('button', { name: 'Menu of Pier of the northern' })
      await menuOfPier.press('Enter')
      await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter')
      await page.getByRole('textbox', { name: 'Find a folder' }).fill('top')
      await page.getByRole('textbox', { name: 'Find a folder' }).press('Enter')
      await expect(menuOfPier).toBeFocused()
      await expect(page.getByRole('menu')).toHaveCount(0)
      await folder.click()
      await expect(page.getByRole('button', { name: 'New folder', exact: true })).toBeHidden()
      await expect(menuOfPier).toBeVisible()
      await waitUntilSynced(page)
    })
  },
)
