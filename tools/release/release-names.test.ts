import { expect, it } from 'vitest'
import { channelOf, compareVersions, isFeedName } from './feeds.mjs'
import { readPackageName, packageTargetOf } from './package-names.mjs'

it.each([
  ['tidemark-1.2.3-linux-amd64.deb', { os: 'linux', arch: 'x64', format: 'deb' }],
  ['tidemark-1.2.3-linux-arm64.deb', { os: 'linux', arch: 'arm64', format: 'deb' }],
  ['tidemark-1.2.3-linux-x86_64.rpm', { os: 'linux', arch: 'x64', format: 'rpm' }],
  ['tidemark-1.2.3-linux-aarch64.rpm', { os: 'linux', arch: 'arm64', format: 'rpm' }],
  ['tidemark-1.2.3-linux-x86_64.AppImage', { os: 'linux', arch: 'x64', format: 'AppImage' }],
  ['tidemark-1.2.3-linux-x64.tar.gz', { os: 'linux', arch: 'x64', format: 'tar.gz' }],
  ['tidemark-1.2.3-mac-arm64.dmg', { os: 'mac', arch: 'arm64', format: 'dmg' }],
  ['tidemark-1.2.3-win-x64.exe', { os: 'win', arch: 'x64', format: 'exe' }],
])('reads the name %s', (name, parts) => {
  expect(readPackageName(name)).toEqual({ isStandIn: false, version: '1.2.3', ...parts })
})

it('knows a package that holds the stand-in by its name, and nothing else by a wrong one', () => {
  expect(readPackageName('tidemark-STAND-IN-1.2.3-beta.4-mac-x64.zip')).toMatchObject({
    isStandIn: true,
    version: '1.2.3-beta.4',
  })
  for (const name of [
    'tidemark-1.2-linux-x64.deb',
    'tidemark-1.2.3-linux-x64.exe',
    'tidemark-1.2.3-linux-mips.deb',
    'tidemark-1.2.3-rc.1-linux-x64.deb',
    'other-1.2.3-linux-x64.deb',
  ]) {
    expect([name, readPackageName(name)]).toEqual([name, null])
  }
})

it('names systems as native packages do', () => {
  const name = readPackageName('tidemark-1.2.3-win-arm64.exe')
  expect(name === null ? null : packageTargetOf(name)).toEqual({ os: 'win32', arch: 'arm64' })
})

it('orders versions as they are released, numbers by their value', () => {
  const ordered = ['1.9.0', '1.10.0-alpha.2', '1.10.0-alpha.10', '1.10.0-beta.1', '1.10.0', '1.10.1', '2.0.0']
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
})

it('finds the channel of a version, and refuses what is none', () => {
  expect(['1.2.3', '1.2.3-beta.1', '1.2.3-alpha.12'].map(channelOf)).toEqual(['latest', 'beta', 'alpha'])
  for (const version of ['1.2', '1.2.3-rc.1', '1.2.3+7', 'v1.2.3']) expect(() => channelOf(version)).toThrow(version)
})

it('tells feeds from other files', () => {
  expect(['latest.yml', 'beta-mac.yml', 'alpha-linux-arm64.yml'].every(isFeedName)).toBe(true)
  expect(['latest.yaml', 'builder-debug.yml', 'latest-win.yml', 'latest-mac-arm64.yml'].some(isFeedName)).toBe(false)
})
