import { test as base, expect, type Page } from '@playwright/test'
import { recordLayoutShifts } from './layout-shift'
import { PageProblems } from './page-problems'
import { BuiltServer } from '../../scripts/built-server.mjs'

interface TestFixtures {
  /** What the test expects to go wrong; anything else fails it. */
  readonly problems: PageProblems
}

interface WorkerFixtures {
  /** The built server, with its own data folder, shared by the tests of one worker. */
  readonly server: BuiltServer
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures one needs from the first parameter's pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await BuiltServer.create()
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.origin),
  problems: [
    async ({ context, server }, provide) => {
      const problems = new PageProblems(context, server.origin)
      await provide(problems)
      expect(problems.unexpected()).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page }, provide) => {
    await recordLayoutShifts(page)
    await provide(page)
  },
})

export { expect }

/** Opens the sample dashboard and waits until it can be used: the browser has its data and says so. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/')
  if (!new URL(page.url()).pathname.startsWith('/dashboards/')) {
    await page
      .getByRole('main')
      .getByRole('link', { name: /sample|overview|atlas/i })
      .first()
      .click()
    await page.waitForURL('**/dashboards/*')
  }
  await waitUntilSynced(page)
}

/** Waits for the status chip to say that everything here is on the server too. */
export async function waitUntilSynced(page: Page): Promise<void> {
  await expect(page.getByText('Synced', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
}
