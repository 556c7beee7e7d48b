import { expect, type Page } from '@playwright/test'
import { layoutShiftOf } from './layout-shift'
import type { PageProblems } from './page-problems'

/** A browser's page, prepared with `recordLayoutShifts`. */
export interface Visit {
  readonly page: Page
  readonly problems: PageProblems
}

/** Opens a page, waits until it is hydrated and uses local data, and checks that nothing moved. */
export async function expectStill({ page, problems }: Visit, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Late movements come within a few frames, and nothing signals that none will follow.
  await page.waitForTimeout(250)
  const { sum, sources } = await layoutShiftOf(page)
  expect([path, sum, ...sources]).toEqual([path, 0])
  expect([path, ...problems.unexpected()]).toEqual([path])
}
