import { describe, expect, it } from 'vitest'
import { parseRoute } from './workspace-route'

describe('the page at a path', () => {
  it.each([
    ['/', { kind: 'home' }],
    ['/dashboards/sample-1', { kind: 'dashboard', id: 'sample-1' }],
    ['/charts/abc/', { kind: 'chart', id: 'abc' }],
    ['/data', { kind: 'data' }],
    ['/data/abc', { kind: 'dataset', id: 'abc' }],
    ['/connections/abc', { kind: 'connection', id: 'abc' }],
    ['/connections/local', { kind: 'unknown' }],
    ['/connections', { kind: 'unknown' }],
    ['/settings', { kind: 'settings' }],
    ['/settings/about', { kind: 'settings' }],
    ['/trash', { kind: 'trash' }],
    ['/inbox', { kind: 'inbox' }],
    ['/dashboards', { kind: 'unknown' }],
    ['/dashboards/no%20id', { kind: 'unknown' }],
    ['/dashboards/a/b', { kind: 'unknown' }],
    ['/elsewhere/abc', { kind: 'unknown' }],
  ])('%s is %j', (path, route) => {
    expect(parseRoute(path)).toEqual(route)
  })
})
