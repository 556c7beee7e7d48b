import { expect, test } from 'vitest'
import { config } from './proxy'

test.each([
  ['/', true],
  ['/dashboards/a', true],
  ['/apiary', true],
  ['/api/datasets', false],
  ['/api/replicache/push', false],
  ['/_next/static/chunk.js', false],
])('Next’s proxy, which cuts off what is longer than 10 MB, stands before %s: %s', (path, isBefore) => {
  expect(config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path))).toBe(isBefore)
})
