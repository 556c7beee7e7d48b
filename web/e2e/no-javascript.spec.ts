import { expect, sampleDashboard, test } from './fixtures'

test.use({ javaScriptEnabled: false })

test.beforeEach(({ problems }) => {
  // Chromium's report of a preloaded script that it will not run.
  problems.allow(/^csp GET \S+\.js$/)
})

test('with JavaScript off the dashboard is readable: titles, charts, numbers and the table, and its tabs are links', async ({
  page,
}) => {
  // Charts that take longer than the page waits arrive by script; on a busy machine that can be the first visit.
  await expect(async () => {
    await page.goto(sampleDashboard.path)
    expect(await page.getByRole('img').count()).toBeGreaterThanOrEqual(6)
  }).toPass()
  await expect(page.getByRole('heading', { level: 1, name: sampleDashboard.name })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(sampleDashboard.tileCount)
  for (const chart of await page.getByRole('article').all()) await expect(chart.getByRole('heading')).not.toBeEmpty()
  await expect(page.locator('svg [data-mark="line"]').first()).toBeVisible()
  await page.getByRole('link', { name: 'Bird strikes' }).first().click()
  await expect(page.getByRole('article', { name: 'Reported strikes', exact: true })).toBeVisible()
})
