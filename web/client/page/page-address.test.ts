import { describe, expect, it } from 'vitest'
import { inWorkspaceOf, slugAt, splitAddress } from './page-address'

describe('an address', () => {
  it.each([
    ['/w/acme', { base: '/w/acme', path: '/' }],
    ['/w/acme/', { base: '/w/acme', path: '/' }],
    ['/w/acme/dashboards/x?tab=t', { base: '/w/acme', path: '/dashboards/x?tab=t' }],
    ['/w/acme?tab=t', { base: '/w/acme', path: '/?tab=t' }],
    ['/', { base: '', path: '/' }],
    ['/data/w/acme', { base: '', path: '/data/w/acme' }],
    ['/w', { base: '', path: '/w' }],
    ['/w/', { base: '', path: '/w/' }],
    ['/walrus/x', { base: '', path: '/walrus/x' }],
  ])('%s lies in its workspace', (address, split) => {
    expect(splitAddress(address)).toEqual(split)
  })

  it.each([
    ['/w/acme/data', '/', '/w/acme'],
    ['/w/acme/data', '/charts/x', '/w/acme/charts/x'],
    ['/w/acme/data', '#content', '#content'],
    ['/data', '/', '/'],
    ['/data', '/charts/x', '/charts/x'],
  ])('from %s, %s is %s', (from, path, address) => {
    expect(inWorkspaceOf(from, path)).toBe(address)
  })

  it('names its workspace as typed', () => {
    expect(slugAt('/w/caf%C3%A9/data')).toBe('café')
    expect(slugAt('/data')).toBeNull()
  })
})
