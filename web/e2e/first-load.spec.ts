import type { Request } from '@playwright/test'
import { expect, openDashboard, test } from './fixtures'

/** Of JavaScript, as it travels: a sixth of a kilobyte more than it takes. The bar is 250; see docs/performance.md. */
const mostKilobytes = 249.95

test('opening a dashboard loads no more JavaScript than it may', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(sizeOf(request))
  })
  await openDashboard(page)
  const sizes = await Promise.all(scripts)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024).toBeLessThanOrEqual(mostKilobytes)
})

async function sizeOf(request: Request): Promise<number> {
  const { responseHeadersSize, responseBodySize } = await request.sizes()
  return responseHeadersSize + responseBodySize
}
