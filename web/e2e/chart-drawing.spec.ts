import type { Page } from '@playwright/test'
import { loadGallery } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { expect, test } from './fixtures'
import { layoutShiftOf, recordLayoutShifts } from './layout-shift'

/** Returns the names of the charts that are drawings. */
async function drawnNames(): Promise<readonly string[]> {
  return (await loadGallery())
    .filter(({ visual: { type }, name }) => !['number', 'table', 'pivot'].includes(type) && name !== 'pie-negative')
    .map(({ name }) => name)
}

/** Returns each chart's drawing as markup, by the chart's name. */
async function drawingsByChart(page: Page): Promise<Readonly<Record<string, string>>> {
  return await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('section')].flatMap((section) => {
        const drawing = section.querySelector('[data-chart] svg')
        return drawing === null ? [] : [[section.getAttribute('aria-label') ?? '', drawing.innerHTML]]
      }),
    ),
  )
}

async function openGallery(page: Page): Promise<void> {
  await page.goto('/gallery')
  await page.evaluate(async () => await document.fonts.ready)
}

async function makeInteractive(page: Page): Promise<void> {
  // The first moves may come before the page listens.
  await expect
    .poll(
      async () => {
        await page.mouse.move(2 + Math.random() * 4, 2)
        return await page.locator('[data-chart=interactive]').count()
      },
      { timeout: 30_000 },
    )
    .toBe((await drawnNames()).length)
}

test('the browser draws every chart as the server did, once somebody is there, and nothing shifts; the focus stays, keys and legend answer', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await openGallery(page)
  await page.waitForLoadState('networkidle')
  const atFirst = scripts.length
  expect(await page.locator('[data-chart=interactive]').count()).toBe(0)
  const before = await drawingsByChart(page)
  const names = await drawnNames()
  expect(Object.keys(before).sort()).toEqual([...names].sort())
  for (const drawing of Object.values(before)) expect(drawing).toContain('data-mark=')
  const shiftAtFirst = await layoutShiftOf(page)

  await test.step('the focus stays through the first interaction', async () => {
    await expect(page.locator('[data-drawn-by=browser]')).toHaveCount(0)
    const button = page
      .getByRole('region', { name: 'bar-grouped', exact: true })
      .getByRole('button', { name: 'Medium' })
    const fromServer = await button.elementHandle()
    await button.focus()
    // The focus may come before the page listens.
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return await page.locator('[data-drawn-by=server]').count()
      })
      .toBe(0)
    expect(await fromServer?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(button).toBeFocused()
    // A focused entry is highlighted.
    await button.blur()
    await expect(page.locator('[data-series][opacity]')).toHaveCount(0)
  })

  await makeInteractive(page)
  // The drawing code was not loaded before.
  expect(scripts.length).toBeGreaterThan(atFirst)
  const after = await drawingsByChart(page)
  for (const name of names) expect(after[name], name).toBe(before[name])
  expect(await layoutShiftOf(page)).toEqual(shiftAtFirst)

  await test.step('the arrow keys read the values of a chart', async () => {
    const chart = page.getByRole('region', { name: 'line', exact: true })
    await chart.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(chart.getByRole('status')).toHaveText(/^February 2025; Online 61,030 44%; South/)
    await page.keyboard.press('End')
    await expect(chart.getByRole('status')).toHaveText(/^November 2026;.*Not over yet/)
    await page.keyboard.press('Escape')
    await expect(chart.getByRole('status')).toHaveText('')
  })

  await test.step('a click in the legend hides a series, a shift-click leaves only one', async () => {
    const chart = page.getByRole('region', { name: 'bar-grouped', exact: true })
    const bars = chart.locator('[data-mark=bar]')
    await expect(bars).toHaveCount(33)
    await chart.getByRole('button', { name: 'Medium' }).click()
    await expect(bars).toHaveCount(22)
    await chart.getByRole('button', { name: 'Medium' }).click({ modifiers: ['Shift'] })
    await expect(bars).toHaveCount(11)
    await expect(chart.getByRole('button', { name: 'Small' })).toHaveAttribute('aria-pressed', 'false')
  })
})
