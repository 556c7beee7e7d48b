import type { Page } from '@playwright/test'
import {
  dashboardOf,
  expect,
  goToData,
  openFromSidebar,
  push,
  sampleDashboard,
  sqlChart,
  test,
  tile,
  waitUntilSynced,
} from './fixtures'

/** Records how many items each request for results has, in order. */
function recordAsked(page: Page): number[] {
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/chart/run-query')) return
    // Sent by our own page, in the contract's form.
    asked.push((request.postDataJSON() as { readonly items: readonly unknown[] }).items.length)
  })
  return asked
}

/** Creates a dashboard of two tabs, the first with a chart for each query. */
async function pushDashboard(page: Page, name: string, queries: Readonly<Record<string, string>>): Promise<void> {
  const id = name.toLowerCase()
  await push(page.request, [
    ...Object.entries(queries).map(([chart, sql]) => sqlChart(chart, chart, sql, { type: 'number', y: ['n'] })),
    ...dashboardOf(id, name, Object.keys(queries)),
    ['createTab', { id: 'second', dashboardId: id, name: 'Second', order: 'a1' }],
  ])
}

const endless = 'select count(*) as n from range(1000000000000) a, range(1000000000000) b where a.range = -b.range - 1'

test('tiles in sight are asked for first, in one request; the query of one that leaves stops in the engine, and what can be done about one that failed stays in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  // Home asks for charts too.
  await page.goto('/data')
  await waitUntilSynced(page)
  const asked = recordAsked(page)

  await test.step('those in sight first, the others once the page has been open for a moment', async () => {
    // Opened within the page, so no results came with it from the server.
    await page
      .getByRole('navigation', { name: 'Workspace' })
      .getByRole('link', { name: sampleDashboard.name })
      .first()
      .click()
    await expect.poll(() => asked.reduce((sum, count) => sum + count, 0)).toBe(sampleDashboard.tileCount)
    const [inSight = 0] = asked
    const tops = await page
      .getByRole('article')
      .evaluateAll((tiles) => tiles.map((one) => one.getBoundingClientRect().top))
    // Tiles just below the visible part are requested with it.
    expect(inSight).toBeGreaterThan(tops.filter((top) => top < 500).length)
    expect(inSight).toBe(tops.filter((top) => top < 500 + 240).length)
    expect(asked).toEqual([inSight, sampleDashboard.tileCount - inSight])
    expect(inSight).toBeLessThan(sampleDashboard.tileCount)
  })

  await test.step('the query of a tile that leaves stops in the engine, with those of its tab or alone', async () => {
    await pushDashboard(page, 'Leaving', { one: endless, two: `${endless} and 1 = 1` })
    await goToData(page)
    asked.length = 0
    const taken = page.waitForResponse((response) => response.url().endsWith('/api/chart/run-query'))
    await page
      .getByRole('navigation', { name: 'Workspace' })
      .getByRole('link', { name: 'Leaving', exact: true })
      .click()
    // The answer's headers come before its results: on a busy machine the next request could overtake it.
    await taken
    expect(asked).toEqual([2])
    // A person may run two queries at once, so a further one waits until one of them ends.
    const answer = (sql: string) =>
      page.request
        .post('/api/chart/run-query', {
          headers: { accept: 'application/json' },
          data: { runId: sql.replaceAll(/\W/g, ''), items: [{ query: { kind: 'sql', connectionId: 'local', sql } }] },
          timeout: 20_000,
        })
        .then((response) => response.status())
    const [first, second] = [answer('select 1'), answer('select 2')]
    expect(await Promise.race([first, second, page.waitForTimeout(1500).then(() => 'waiting')])).toBe('waiting')

    const leaving = tile(page, 'one')
    await leaving.focus()
    await leaving.press('Delete')
    await expect(leaving).toHaveCount(0)
    expect(await Promise.all([first, second])).toEqual([200, 200])

    // None of their items is wanted any more, so the request is closed.
    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/chart/run-query'))
    await page.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link', { name: 'Second' }).click()
    await closed
  })

  await test.step('what can be done about a failed query stays in sight in a small tile', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await pushDashboard(page, 'Failing', { failing: 'select co2_ppm as n\nfrom co2\nwhere co2_pm = 3' })
    await openFromSidebar(page, 'Failing')
    const small = tile(page, 'failing')
    await small.focus()
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(`Alt+Shift+${key}`)
    const message = small.getByRole('alert')
    await expect.poll(async () => (await message.boundingBox())?.height).toBeLessThan(160)
    await expect(message.getByRole('button', { name: 'Retry' })).toBeInViewport({ ratio: 1 })
    await expect(message.getByRole('link', { name: 'Open the query' })).toBeInViewport({ ratio: 1 })
  })
})
