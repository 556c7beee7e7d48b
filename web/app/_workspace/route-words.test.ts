import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scrubAddress } from '@tidemark/shared/observability/scrub-text'
import { expect, test } from 'vitest'
import { settingsSections } from '@/features/settings/settings-sections'
import { apiRoutes } from '@/server/http/api-routes'

const appDir = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Returns the addresses that Next serves: one for each folder with a page or a route. */
function nextAddresses(): readonly string[] {
  const files = readdirSync(appDir, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
    .map((file) => `/${dirname(file)}`.replace('/.', '/'))
}

test.each([
  ...nextAddresses(),
  ...new Set(apiRoutes.map(({ path }) => path.replaceAll(/:(\w+)/g, '[$1]'))),
  ...settingsSections.map(({ id }) => `/w/[workspace]/settings/${id}`),
  ...['dashboards', 'charts', 'data', 'connections'].map((concept) => `/${concept}/[id]`),
  ...['/ask', '/draft', '/trash', '/inbox', '/sw.js', '/icon.svg', '/_not-found'],
])('a report names the address %s', (address) => {
  expect(scrubAddress(address)).toBe(address)
})
