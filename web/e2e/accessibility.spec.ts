import { accessibilityOf } from './accessibility-of'
import { expect, openDashboard, rename, sampleDashboard, test, waitUntilSynced } from './fixtures'

const pages = [
  '/',
  sampleDashboard.path,
  '/charts/sample-daily-highs',
  '/ask',
  '/data',
  '/data/sample-bird-strikes',
  '/settings',
  '/settings/flags',
  '/trash',
  '/no-such-page',
] as const

for (const path of pages) {
  test(`axe finds nothing serious on ${path} in either theme`, async ({ page, problems }) => {
    if (path === '/no-such-page') problems.allow(/404/)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await waitUntilSynced(page)
    expect(await accessibilityOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await accessibilityOf(page)).toEqual([])
  })
}

test('axe finds nothing serious in a grid with empty cells, selected or not', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await waitUntilSynced(page)
  await page.getByRole('main').getByRole('button', { name: 'New chart' }).click()
  await page.waitForURL('**/charts/*')
  await rename(page, 'chart name', 'Empty cells')
  await page.getByRole('textbox', { name: /^SQL of / }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('select 1 as given, null::integer as missing, null::integer as gone')
  await page.keyboard.press('ControlOrMeta+Enter')
  const empty = page.getByRole('gridcell', { name: '(empty)', exact: true })
  await expect(empty).toHaveCount(2)
  await empty.first().click()
  await expect(empty.first()).toHaveAttribute('aria-selected', 'true')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityOf(page)).toEqual([])
  }
})

test('axe finds nothing serious in the palette and the list of shortcuts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDashboard(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
})

test('on a phone axe finds nothing serious, with the navigation open too', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDashboard(page)
  expect(await accessibilityOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the navigation' }).click()
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible()
  expect(await accessibilityOf(page)).toEqual([])
})
