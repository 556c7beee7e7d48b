import type { Page } from '@playwright/test'
import { addTab, expect, openNewDashboard, push, rename, test, waitUntilSynced } from './fixtures'
import { FrontProxy } from './front-proxy'
import { inLongRun, isLongRun } from '../../testkit/long-run'

const pokePath = '/api/replicache/poke'
const pullPath = '/api/replicache/pull'

/** Twenty tabs take a quarter of a minute, so only the long run opens that many. */
const manyTabs = isLongRun ? 20 : 5

test.slow()

/** Opens the page in more tabs of the same browser, until there are `count`. */
async function openTabs(page: Page, count: number): Promise<readonly Page[]> {
  const tabs = [page]
  while (tabs.length < count) {
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    tabs.push(tab)
  }
  for (const tab of tabs) await waitUntilSynced(tab)
  return tabs
}

async function expectEverywhere(tabs: readonly Page[], name: string): Promise<void> {
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
}

test.describe('many tabs of one browser', () => {
  let proxy: FrontProxy
  test.beforeEach(async ({ server }) => {
    proxy = await FrontProxy.open(server.origin)
  })
  test.afterEach(() => proxy.close())

  test(
    `${manyTabs} share one stream, and when the tab that holds it dies another takes over and all go on`,
    inLongRun,
    async ({ page }) => {
      await openNewDashboard(page, 'Many tabs', { origin: proxy.origin })
      const tabs = await openTabs(page, manyTabs)
      const [holder, ...others] = tabs
      // Each tab pulls once as it opens.
      for (const tab of tabs) await expect(tab.locator('html[data-ready]')).toBeAttached()
      await expect.poll(() => proxy.underWay(pullPath)).toBe(0)
      const pulls = proxy.begun(pullPath)
      await renameOverHttp(page, 'Told to all')
      await expectEverywhere(tabs, 'Told to all')
      // A tab that has just been opened may still pull.
      expect(proxy.begun(pullPath) - pulls).toBeLessThan(manyTabs / 2)
      expect(proxy.mostUnderWay(pokePath)).toBe(1)
      await rename(others[2] ?? page, 'dashboard name', 'Renamed in the fourth')
      await expectEverywhere([page, ...others], 'Renamed in the fourth')

      await kill(holder ?? page)
      await expect.poll(() => proxy.underWay(pokePath)).toBe(1)
      // A change from outside reaches the tabs only by the stream.
      await renameOverHttp(page, 'Renamed from outside')
      await expectEverywhere(others, 'Renamed from outside')
      // The dead tab's stream may end a moment after the next one was opened.
      await expect.poll(() => proxy.underWay(pokePath)).toBe(1)

      // All tabs change something at the same time: nothing is lost, and all show the same.
      await Promise.all(others.map(addTab))
      for (const tab of others) {
        await expect(tab.getByRole('navigation', { name: 'Tabs of the dashboard' }).getByRole('link')).toHaveCount(
          manyTabs,
        )
        await waitUntilSynced(tab)
      }
    },
  )

  test(
    'a tab that the browser freezes hands the stream on, and follows again when it is thawed',
    inLongRun,
    async ({ page }) => {
      await openNewDashboard(page, 'A frozen tab', { origin: proxy.origin })
      const [holder = page, ...others] = await openTabs(page, 2)
      expect(proxy.begun(pokePath)).toBe(1)
      // Only the event, because a browser without a window neither hides nor freezes a tab.
      await holder.evaluate(() => document.dispatchEvent(new Event('freeze')))
      await expect.poll(() => proxy.begun(pokePath)).toBe(2)
      await renameOverHttp(page, 'Renamed past the frozen one')
      await expectEverywhere(others, 'Renamed past the frozen one')
      await holder.evaluate(() => document.dispatchEvent(new Event('resume')))
      await expectEverywhere([holder], 'Renamed past the frozen one')
      expect(proxy.underWay(pokePath)).toBe(1)
    },
  )
})

/** Crashes a tab's process, so that it cannot clean up. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The crashed page never answers this call.
  session.send('Page.crash').catch((thrown: unknown) => expect(String(thrown)).toContain('closed'))
  await crashed
}

/** Renames a dashboard as another program would: one mutation of a new client. */
async function renameOverHttp(page: Page, name: string): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  await push(page.request, [['updateDashboard', { id: pathname.split('/').at(-1), name }]], { origin })
}
