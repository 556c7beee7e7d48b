import type { Page } from '@playwright/test'
import { expect, goToData, newFolder, openDashboard, push, test } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

// Enables animations, so that closing and opening takes time.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Records the texts of all tooltips from here on; returns a function that reads them. */
async function recordTooltips(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await page.evaluateHandle(() => {
    const seen: string[] = []
    const told = new Set<Element>()
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const tooltip = node instanceof HTMLElement ? node.querySelector('[data-part=tooltip]') : null
        if (tooltip === null || told.has(tooltip)) continue
        told.add(tooltip)
        seen.push(tooltip.textContent ?? '')
      }
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  return () => texts.jsonValue()
}

test(
  'a dialog begins with its field or itself, a button that waits for its answer keeps the focus, and only where a key moves it a tooltip shows at once',
  inLongRun,
  async ({ page, problems }) => {
    await push(page.request, [newFolder('dialog-climate', 'Climate of dialogs')])
    await openDashboard(page)
    const tooltips = await recordTooltips(page)
    const opener = page.getByRole('button', { name: 'History', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'History' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()

    await page.getByRole('button', { name: 'Menu of Climate of dialogs' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Find a folder' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu of Climate of dialogs' })).toBeFocused()

    const addFilter = page.getByRole('button', { name: 'Add filter' })
    await addFilter.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add filter' }).getByLabel('Column')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(addFilter).toBeFocused()

    // From the second time on, the menu's items appear at once, so one is chosen while the menu is still opening.
    const workspaceMenu = page.getByRole('button', { name: /, workspace menu$/ })
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (let time = 0; time < 2; time += 1) {
      await workspaceMenu.press('Enter')
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter')
      await expect(shortcuts).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(workspaceMenu).toBeFocused()
    }

    await page.keyboard.press('?')
    await expect(shortcuts).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
    await expect.poll(tooltips).toEqual(['Close'])

    // The choice is kept: the second time a file field is above the name, and its hidden input must not get the focus.
    await page.keyboard.press('Escape')
    await goToData(page)
    const connect = page.getByRole('button', { name: 'Connect a database' })
    const connection = page.getByRole('dialog', { name: 'Connect a database' })
    await connect.press('Enter')
    await expect(connection.getByRole('textbox', { name: 'Host' })).toBeFocused()
    await connection.getByLabel('Kind of database').selectOption('sqlite')
    await page.keyboard.press('Escape')
    await expect(connect).toBeFocused()
    await connect.press('Enter')
    await expect(connection.getByRole('textbox', { name: 'Name' })).toBeFocused()

    // No server listens at this address.
    problems.allow(/502/)
    await connection.getByLabel('Kind of database').selectOption('postgres')
    await connection.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await connection.getByLabel('Port').fill('1')
    await connection.getByLabel('Database', { exact: true }).fill('shop')
    await connection.getByLabel('User').fill('reader')
    await connection.getByRole('button', { name: 'Test' }).press('Enter')
    await expect(connection.getByRole('alert')).toBeVisible()
    await expect(connection.getByRole('button', { name: 'Test' })).toBeFocused()
  },
)
