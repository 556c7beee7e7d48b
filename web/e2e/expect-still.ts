import { expect, type Page } from '@playwright/test'
import { layoutShiftOf } from './layout-shift'
import type { PageProblems } from './page-problems'

/** page: with `recordLayoutShifts`. */
export interface Visit {
  readonly page: Page
  readonly problems: PageProblems
}

/** Opens a page and lets it settle: hydrated, on local data, and two frames later. */
export async function expectStill({ page, problems }: Visit, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What moves late moves within a few frames; that nothing more will, nothing tells.
  await page.waitForTimeout(250)
  const { sum, sources } = await layoutShiftOf(page)
  expect([path, sum, ...sources]).toEqual([path, 0])
  expect([path, ...problems.unexpected()]).toEqual([path])
}
