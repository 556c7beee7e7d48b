import type { FileChooser, Page, Request } from '@playwright/test'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { newId } from '@tidemark/shared/base/ids'
import { BuiltServer } from '../../testkit/servers/built-server.mjs'
import { expect, push, test as onSharedServer, waitUntilSynced, type Change } from './fixtures'

/** On a server of its own: Home shows what other tests left behind, and this one takes everything away. */
const test = onSharedServer.extend<object, { readonly server: BuiltServer }>({
  server: [
    // Playwright reads the needed fixtures from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await BuiltServer.create()
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

test('Home asks for what is in sight, once for the same data, and is drawn by the server from then on; an empty workspace has three ways to begin', async ({
  page,
}) => {
  let asked = 0
  const waiting = new Set<Request>()
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/chart/run-query')) return
    waiting.add(request)
    const { items } = request.postDataJSON() as { readonly items: readonly unknown[] }
    asked += items.length
  })
  // From the beginning: a picker that opens while the browser is being told to report them is lost.
  const pickers: FileChooser[] = []
  page.on('filechooser', (picker) => pickers.push(picker))
  const thumbs = page.getByRole('main').locator('[data-part=thumb] svg.recharts-surface')

  await test.step('at most twenty-four charts are asked for', async () => {
    await page.goto('/')
    await waitUntilSynced(page)
    await expect(thumbs.nth(3)).toBeVisible()
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(24)
    await expect.poll(() => waiting.size).toBe(0)
    await expect(page.getByRole('main').locator('[data-part=thumb] .animate-pulse')).toHaveCount(0)
  })

  await test.step('the page comes drawn, and asks for none of them again', async () => {
    asked = 0
    await page.goto('/', { waitUntil: 'commit' })
    await expect(thumbs.nth(3)).toBeVisible()
    await waitUntilSynced(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0)))
    expect(asked).toBe(0)
  })

  await test.step('the first steps stay away once they were put away', async () => {
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Add your data' }).click()
    await expect.poll(() => pickers.map((picker) => picker.isMultiple())).toEqual([true])
    await steps.getByRole('button', { name: 'Put the first steps away' }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await waitUntilSynced(page)
    await expect(steps).toHaveCount(0)
  })

  await test.step('a chart that failed is told at the next visit, until its question is another', async () => {
    const chart = { id: 'wrong-sum', folderId: null, name: 'Wrong sum', description: '' }
    const query = { kind: 'sql', connectionId: 'local', sql: 'SELECT sum(nothing) FROM nowhere' }
    await push(page.request, [['createChart', { ...chart, order: 'a0', query, visual: defaultVisual }]])
    await page.goto('/charts/wrong-sum')
    await expect(page.getByRole('main')).toContainText('does not exist')
    const others = await chartIds(page)
    // Others are newer: Home does not draw it.
    await push(
      page.request,
      others.map((id): Change => ['updateChart', { id, description: 'Newer' }]),
    )
    await page.goto('/')
    const failed = page.getByRole('region', { name: 'What failed' })
    await expect(failed).toContainText('“Wrong sum” failed')
    await push(page.request, [['updateChart', { id: 'wrong-sum', query: { ...query, sql: 'SELECT 1 AS one' } }]])
    await expect(failed).toHaveCount(0)
  })

  await test.step('what a program changed since the last visit is told', async () => {
    const findVisits = async () =>
      (await page.context().cookies()).find(({ name }) => name.startsWith('tidemark-visits-'))
    await expect.poll(findVisits).toBeDefined()
    const visits = await findVisits()
    if (visits === undefined) throw new Error('no visit was noted')
    const anHourAgo = Date.now() - 3_600_000
    await page.goto('about:blank')
    await push(page.request, [['updateChart', { id: 'sample-daily-highs', description: 'Told by a program' }]])
    await page.context().addCookies([{ ...visits, value: `${anHourAgo}..${anHourAgo}` }])
    await page.goto('/')
    const changes = page.getByRole('region', { name: 'Since your last visit' })
    await expect(changes.getByRole('link', { name: /^Daily highs in Seattle/ })).toBeVisible()
  })

  await test.step('an empty workspace offers a file, a database and the sample, which comes back in one step', async () => {
    await waitUntilSynced(page)
    const emptied = await everythingOf(page)
    await push(page.request, emptied)
    await expect(page.getByRole('main').getByRole('button', { name: 'Add data' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^The world in numbers/ })
        .last(),
    ).toBeVisible()
    await waitUntilSynced(page)
  })
})

async function chartIds(page: Page): Promise<readonly string[]> {
  const keys = await keysOf(page)
  const ids = keys.flatMap((key) => (key.startsWith('chart/') ? [key.slice('chart/'.length)] : []))
  return ids.filter((id) => id !== 'wrong-sum')
}

const trashing: Readonly<Record<string, string>> = {
  folder: 'updateFolder',
  dashboard: 'updateDashboard',
  chart: 'updateChart',
  dataset: 'updateDataset',
  connection: 'updateConnection',
}

/** The changes that move all there is to the trash. */
async function everythingOf(page: Page): Promise<readonly Change[]> {
  const deletedAt = Date.now()
  return (await keysOf(page)).flatMap((key): readonly Change[] => {
    const [concept = '', id] = key.split('/')
    const name = trashing[concept]
    return name === undefined ? [] : [[name, { id, deletedAt }]]
  })
}

async function keysOf(page: Page): Promise<readonly string[]> {
  const client = { clientGroupID: newId(), profileID: newId(), schemaVersion: '1' }
  const answer = await page.request.post('/api/replicache/pull', { data: { pullVersion: 1, cookie: null, ...client } })
  const { patch } = (await answer.json()) as { readonly patch: readonly { readonly key?: string }[] }
  return patch.flatMap(({ key }) => key ?? [])
}
