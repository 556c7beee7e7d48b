import { expect, it } from 'vitest'
import { parseProxySettings, proxySettingsSchema, toProxyConfig } from './network-settings'

it.each([
  ['system', '', '', { mode: 'system' }],
  ['anything else', 'x', 'y', { mode: 'system' }],
  ['direct', 'http://proxy.example', '', { mode: 'direct' }],
  ['manual', 'proxy.example:3128', '', { mode: 'manual', address: 'http://proxy.example:3128', bypass: '' }],
  [
    'manual',
    ' SOCKS5://proxy.example ',
    'a.example;  b.example,10.0.0.0/8',
    { mode: 'manual', address: 'socks5://proxy.example:1080', bypass: 'a.example, b.example, 10.0.0.0/8' },
  ],
  ['manual', 'https://proxy.example', '', { mode: 'manual', address: 'https://proxy.example:443', bypass: '' }],
  ['script', 'https://config.example/p.pac', '', { mode: 'script', address: 'https://config.example/p.pac' }],
])('a proxy of mode %s with %j and %j is kept as %j', (mode, address, bypass, settings) => {
  expect(parseProxySettings(mode, address, bypass)).toEqual({ kind: 'settings', settings })
  expect(proxySettingsSchema.parse(settings)).toEqual(settings)
})

it.each([
  ['manual', '', /Enter the proxy/],
  ['manual', 'ftp://proxy.example', /Enter the proxy/],
  ['manual', 'javascript:alert(1)', /Enter the proxy/],
  ['manual', 'http://ana:pw@proxy.example', /password/],
  ['script', '/etc/proxy.pac', /address of the script/],
  ['script', 'file:///etc/proxy.pac', /address of the script/],
  ['script', 'https://ana:pw@config.example/', /password/],
])('a proxy of mode %s at %j is refused', (mode, address, reason) => {
  expect(parseProxySettings(mode, address, '')).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
})

it('tells Electron of a proxy, and that names without a dot are near', () => {
  const settings = { mode: 'manual', address: 'http://proxy.example:3128', bypass: 'a.example, 10.0.0.0/8' } as const
  expect(toProxyConfig(settings)).toEqual({
    mode: 'fixed_servers',
    proxyRules: 'http://proxy.example:3128',
    proxyBypassRules: '<local>,a.example,10.0.0.0/8',
  })
  expect(toProxyConfig({ mode: 'script', address: 'https://c.example/p.pac' })).toEqual({
    mode: 'pac_script',
    pacScript: 'https://c.example/p.pac',
  })
})
