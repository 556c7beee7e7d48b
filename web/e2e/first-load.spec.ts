import type { Request } from '@playwright/test'
import { expect, openDashboard, test } from './fixtures'

/** Compressed JavaScript; see docs/performance.md. */
const mostKilobytes = 300

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
