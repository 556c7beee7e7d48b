import { describe, expect, test } from 'vitest'
import { clientIpOf, networkOf, parseTrustedProxies } from './client-ip'

describe('where a request came from', () => {
  const proxies = parseTrustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

  test.each([
    ['nobody between: what it claims is no matter', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
    ['one proxy of ours', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['what stands before the last foreign one is a claim', '127.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['two proxies of ours', '10.0.0.1', '1.2.3.4, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['a proxy that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['what is no address ends it', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['IPv4 written as IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['IPv6', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['only proxies', '127.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ])('%s', (_, remote, forwarded, expected) => {
    expect(clientIpOf(remote, forwarded, proxies)).toBe(expected)
  })

  test('without trusted proxies the header is never read', () => {
    expect(clientIpOf('127.0.0.1', '203.0.113.7', parseTrustedProxies([]))).toBe('127.0.0.1')
  })

  test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', ''])('%j is refused', (proxy) => {
    expect(() => parseTrustedProxies([proxy])).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7'],
  ['2001:0DB8:0:0007:1:2:3:4', '2001:db8:0:7'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  [null, 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
