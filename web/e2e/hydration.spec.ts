import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext } from '@playwright/test'
import {
  expect,
  openDashboard,
  openFromSidebar,
  rename,
  sampleDashboard,
  startAgain,
  test,
  waitUntilOnDisk,
  waitUntilSynced,
} from './fixtures'
import { expectStill, type Visit } from './expect-still'
import { recordLayoutShifts } from './layout-shift'
import { inLongRun, isLongRun } from '../../testkit/long-run'
import { offlineProblems, PageProblems } from './page-problems'
import type { BuiltServer } from '../../testkit/servers/built-server.mjs'

test.slow()

/** Pages and their headings; the dashboard's changes during the test. */
const pages = [
  ['/', 'Home'],
  [sampleDashboard.path, /./],
  ['/charts/sample-daily-highs', 'Daily highs in Seattle'],
  ['/data', 'Data'],
  ['/data/sample-weather', 'Weather in Seattle'],
  ['/settings', 'Settings'],
  ['/settings/flags', 'Settings'],
  ['/trash', 'Trash'],
  ['/dashboards/there-is-none', 'Dashboard not found'],
] as const
/** A list, a dashboard and a chart, whose content may have changed; only the long run opens all pages in each state. */
const changingPages = isLongRun ? pages : pages.slice(0, 3)
const changingPaths = changingPages.map(([path]) => path)

/**
 * Every page is rendered by the server and hydrated by the browser, whatever the browser has stored: nothing may move
 * or differ. `accessibility.spec.ts` tests a browser without stored data.
 */
test.describe('every page is taken over without a difference and nothing moves', () => {
  test(
    'with fresh, then old local data, without the server, and with unsent changes',
    inLongRun,
    async ({ browser, server }) => {
      const visit = await openBrowser(browser, server, offlineProblems)
      const { page } = visit
      await openDashboard(page)
      for (const path of changingPaths) await expectStill(visit, path)

      for (const [index, path] of changingPaths.entries()) {
        await page.goto('about:blank')
        await renameOutside(server, `Changed while away ${index}`)
        await expectStill(visit, path)
      }

      await test.step('with an edit that is made before old local data has caught up', async () => {
        await page.goto('about:blank')
        await renameOutside(server, 'Newer than the browser')
        let letPull = () => {}
        const held = new Promise<void>((resolve) => (letPull = resolve))
        // A poke may bring the answer of the pull that it causes.
        await page.route(/\/api\/replicache\/(?:pull|poke)/, async (route) => {
          await held
          await route.continue()
        })
        await page.goto(sampleDashboard.path)
        await expect(page.getByRole('heading', { level: 1, name: 'Newer than the browser' })).toBeVisible()
        await rename(page, 'dashboard name', 'Made early')
        expect(await page.evaluate(() => document.documentElement.dataset['ready'])).toBeUndefined()
        letPull()
        await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true')
        await expect(page.getByRole('heading', { level: 1, name: 'Made early' })).toBeVisible()
        await waitUntilSynced(page)
        expect(visit.problems.unexpected()).toEqual([])
        await page.unroute(/\/api\/replicache\/(?:pull|poke)/)
      })

      await test.step('without the server', async () => {
        await page.evaluate(async () => void (await navigator.serviceWorker.ready))
        await waitUntilOnDisk(page, 'Made early')
        await server.stop()
        try {
          for (const [path, name] of changingPages) {
            await expectStill(visit, path)
            await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
          }
        } finally {
          await startAgain(server, page)
        }
      })

      await openFromSidebar(page, 'Made early')
      // Never answered, so that the change stays unsent on all pages that follow.
      await page.route('**/api/replicache/push', () => undefined)
      await rename(page, 'dashboard name', 'Not sent yet')
      await waitUntilOnDisk(page, 'Not sent yet')
      for (const path of changingPaths) {
        await expectStill(visit, path)
        if (path !== sampleDashboard.path) continue
        await expect(page.getByRole('heading', { level: 1, name: 'Not sent yet' })).toBeVisible()
      }
      await visit.context.close()
      await renameOutside(server, sampleDashboard.name)
    },
  )
})

async function openBrowser(
  browser: Browser,
  server: BuiltServer,
  allowed: readonly RegExp[],
): Promise<Visit & { readonly context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'allow' })
  const problems = new PageProblems(context, server.origin)
  // The missing page is answered with 404, as it should be.
  problems.allow(/404.*there-is-none/, ...allowed)
  const page = await context.newPage()
  await recordLayoutShifts(page)
  return { context, page, problems }
}

/** Renames a dashboard as another browser does. */
async function renameOutside(server: BuiltServer, name: string): Promise<void> {
  const client = `outside-${randomUUID()}`
  const args = { id: 'sample-dashboard', name, at: 0, actionId: 'outside' }
  const response = await fetch(`${server.origin}/api/replicache/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      pushVersion: 1,
      clientGroupID: client,
      profileID: '',
      schemaVersion: '1',
      mutations: [{ id: 1, clientID: client, timestamp: 0, name: 'updateDashboard', args }],
    }),
  })
  expect(await response.json()).toEqual({})
}
