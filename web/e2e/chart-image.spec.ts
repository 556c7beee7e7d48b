import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfText } from '../../testkit/documents/pdf-text'
import {
  dashboardOf,
  expect,
  goToNewChart,
  openDashboard,
  push,
  sqlChart,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'

const name = 'Electricity in Iowa by source'
const ownName = 'Sales: 2026'

test('a chart is saved as it is shown, as PNG from its tile and as SVG from its page', async ({ page }) => {
  await openDashboard(page)
  const chart = tile(page, name)
  await chart.getByRole('button', { name: `Menu of ${name}` }).press('Enter')
  const png = await downloadFrom(page, 'PNG')
  expect(png.fileName).toBe(`${name}.png`)
  await expect(page.getByText(`Exported ${name}.png`)).toBeVisible()
  const picture = await readPng(page, png.bytes)
  const { width, height } = await sizeOf(chart.locator('[data-chart]'))
  // Two pixels for each CSS pixel, and around the drawing its title, legend and margin.
  expect(picture.width).toBe(2 * (width + 32))
  expect(picture.height).toBeGreaterThan(2 * (height + 60))
  expect(picture.corner).toBe('255 255 255 255')
  // The colours of title, text and the first three hues in the light theme.
  expect(picture.colors).toEqual(expect.arrayContaining(['0 114 178', '176 119 0', '0 158 115']))
  // Single numbers are no drawings.
  await tile(page, 'CO₂ in the air').getByRole('button', { name: 'Menu of CO₂ in the air' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'PNG' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await goToNewChart(
    page,
    ownName,
    `select * from (values ('<b> & "c"', 3), ('Продажи', 2), ('Πωλήσεις', 1)) t(name, value)`,
  )
  await page.getByRole('radio', { name: 'Pie' }).check()
  await page.getByRole('radio', { name: 'Chart', exact: true }).check()
  const openExports = page.getByRole('region', { name: 'Result' }).getByRole('button', { name: 'Export' })
  await openExports.press('Enter')
  // Names in three scripts need three parts of the font, and the image must wait for all of them; otherwise it has no
  // texts.
  const named = await readPng(page, (await downloadFrom(page, 'PNG')).bytes)
  expect(named.colors).toContain('90 97 107')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openExports.press('Enter')
  const svg = await downloadFrom(page, 'SVG')
  expect(svg.fileName).toBe('Sales 2026.svg')
  const text = svg.bytes.toString('utf8')
  expect(text).not.toMatch(/var\(|oklch|light-dark|url\((?!data:font)|href/)
  expect(text).toContain('fill="#56b4e9"')
  const parts = await page.evaluate((source) => {
    const image = new DOMParser().parseFromString(source, 'image/svg+xml')
    const textsOf = (part: string) =>
      Array.from(image.querySelectorAll(`[data-part=${part}] text`), ({ textContent }) => textContent)
    return {
      root: image.documentElement.tagName,
      font: image.querySelector('style')?.textContent.slice(0, 28),
      header: textsOf('header')[0],
      legend: textsOf('legend'),
    }
  }, text)
  expect(parts).toEqual({
    root: 'svg',
    font: '@font-face{font-family:Inter',
    header: ownName,
    legend: ['<b> & "c"', 'Продажи', 'Πωλήσεις'],
  })
})

test('a dashboard is downloaded as PDF with the filter in force, and its chart as PDF and as picture', async ({
  page,
}) => {
  const cities = `select * from (values ('Oslo', 4711), ('Rome', 815)) t(city, sales)`
  const filter = { dashboardId: 'paper', name: 'City', column: 'city', kind: 'category', default: null }
  await push(page.request, [
    sqlChart('paper-sales', 'Sales by city', cities, { type: 'table' }),
    ...dashboardOf('paper', 'Figures on paper', ['paper-sales']),
    ['createFilter', { id: 'city', ...filter, scope: { kind: 'all' }, order: 'a0' }],
  ])
  await page.goto('/dashboards/paper?f.city=Oslo')
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'PDF or picture…' }).click()
  const dashboard = await downloadPaper(page, 'PDF')
  expect(dashboard.fileName).toBe('Figures on paper.pdf')
  const text = pdfText(dashboard.bytes)
  for (const said of ['Figures on paper', 'Filtered by City: Oslo', '4,711']) expect(text).toContain(said)
  expect(text).not.toContain('815')

  await tile(page, 'Sales by city').getByRole('button', { name: 'Menu of Sales by city' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Download as PDF or picture…' }).press('Enter')
  const picture = await downloadPaper(page, 'Picture (PNG)')
  expect(picture.fileName).toBe('Sales by city.png')
  expect((await readPng(page, picture.bytes)).width).toBe(2 * 1328)

  // The page of a chart has no filters.
  await page.goto('/charts/paper-sales')
  await waitUntilSynced(page)
  await page.getByRole('button', { name: 'Menu of this chart' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Download as PDF or picture…' }).press('Enter')
  const chart = pdfText((await downloadPaper(page, 'PDF')).bytes)
  for (const said of ['Sales by city', '4,711', '815']) expect(chart).toContain(said)
})

/** Chooses a format in the open dialog and downloads it. */
async function downloadPaper(page: Page, format: string) {
  const dialog = page.getByRole('dialog', { name: /^Download/ })
  await dialog.getByRole('radio', { name: format }).check()
  return await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())
}

async function sizeOf(part: ReturnType<Page['locator']>): Promise<{ readonly width: number; readonly height: number }> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('it is not drawn')
  return box
}

async function downloadFrom(page: Page, format: string) {
  return await downloaded(page, () => page.getByRole('menuitem', { name: format, exact: true }).press('Enter'))
}

/** Returns the file that something downloads. */
async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly fileName: string; readonly bytes: Buffer<ArrayBuffer> }> {
  const download = page.waitForEvent('download')
  await act()
  const file = await download
  return { fileName: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Returns a PNG's size, its first pixel, and the colours of many of its pixels. */
async function readPng(page: Page, bytes: Buffer) {
  return await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const counts = new Map<string, number>()
    for (let at = 0; at < pixels.length; at += 4) {
      const color = pixels.slice(at, at + 3).join(' ')
      counts.set(color, (counts.get(color) ?? 0) + 1)
    }
    const colors = [...counts].filter(([, count]) => count > 200).map(([color]) => color)
    return { width, height, corner: pixels.slice(0, 4).join(' '), colors }
  }, bytes.toString('base64'))
}
