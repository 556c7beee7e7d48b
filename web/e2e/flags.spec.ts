import type { Page } from '@playwright/test'
import { offlineProblems } from './page-problems'
import { expect, goToSettings, openDashboard, test, waitUntilSynced } from './fixtures'
import { inLongRun } from '../../testkit/long-run'

test(
  'a feature that is switched on comes to an open page, stays offline, and goes when it is switched off',
  inLongRun,
  async ({ page, context, problems }) => {
    problems.allow(...offlineProblems, /ERR_INTERNET_DISCONNECTED/)
    await openDashboard(page)
    const present = page.getByRole('button', { name: 'Present this dashboard' })
    await expect(present).toBeVisible()

    const settings = await context.newPage()
    await settings.goto('/settings/flags')
    await waitUntilSynced(settings)
    const choice = settings.getByRole('group', { name: 'no-presenting' })
    await choice.getByRole('radio', { name: 'On' }).click()
    await expect(present).toBeHidden()

    // Reports would contain that the flag is on, and nothing about how that was decided.
    await goToSettings(settings, 'Error reports')
    await settings.getByText('The context of this page, as it is now').click()
    await expect(settings.getByRole('region', { name: 'Features switched on' })).toContainText(
      /^Features switched onno-presentingtrue$/,
    )

    // It is also hidden in the server's HTML.
    await page.reload()
    await waitUntilSynced(page)
    await expect(present).toBeHidden()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(present).toBeHidden()
    await context.setOffline(false)
    await goToSettings(settings, 'Feature flags')
    await choice.getByRole('radio', { name: 'Off' }).click()
    await expect(present).toBeVisible({ timeout: 20_000 })

    await context.setOffline(true)
    await present.click()
    const sidebar = page.getByRole('link', { name: 'Settings' })
    await expect(sidebar).toBeHidden()
    await expect(present).toBeHidden()
    await expect(page.getByRole('button', { name: 'Stop presenting' })).toBeFocused()
    // Nor is there anything to arrange, or a filter that filters nothing.
    const air = page.getByRole('article', { name: 'CO₂ in the air' })
    await air.hover()
    await expect(air.getByRole('button', { name: 'Menu of CO₂ in the air', includeHidden: true })).toBeHidden()
    const filters = page.getByLabel('Filters', { exact: true })
    await expect(filters.getByText('Region', { exact: true })).toBeHidden()
    // Everything is enlarged by the window, and keys go between tabs.
    const widthOf = () => air.evaluate((tile) => tile.getBoundingClientRect().width / tile.clientWidth)
    expect(await widthOf()).toBeGreaterThan(1.05)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('article', { name: 'Reported strikes' })).toBeVisible()
    await page.keyboard.press('PageUp')
    await expect(air).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sidebar).toBeVisible()

    // On a phone the action is in the page's menu.
    await resize(page, { width: 375, height: 812 })
    await expect(present).toBeHidden()
    await page.getByRole('button', { name: 'Menu of this dashboard' }).click()
    await page.getByRole('menuitem', { name: 'Present this dashboard' }).click()
    await expect(page.getByRole('button', { name: 'Stop presenting' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu of this dashboard' })).toBeVisible()
    await resize(page, { width: 1440, height: 900 })
    await context.setOffline(false)
  },
)

/**
 * Resizes the window. After leaving the full screen it refuses to be resized for longer than its page knows; without a
 * screen, until the browser is told.
 */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { windowId } = await browser.send('Browser.getWindowForTarget')
  await expect(async () => {
    await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
    await page.setViewportSize(size)
  }).toPass()
  await browser.detach()
}
