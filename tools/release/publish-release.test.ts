import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFeed } from './feeds.mjs'
import { promoteRelease, rollbackRelease, stageRelease } from './publish-release.mjs'
import { makeFolder, makeRelease } from '../../testkit/release/release-fixture'

const feed = 'latest-linux.yml'

it('publishes a release into a folder of its version, and its feed names the files there', async () => {
  const site = makeFolder()
  await promoteRelease(makeRelease('1.0.0'), site, 100)
  expect(readdirSync(site)).toEqual(['1.0.0', feed])
  const { files, path, stagingPercentage } = readFeed(join(site, feed))
  expect(files.map(({ url }) => readFileSync(join(site, url), 'utf8'))).toEqual(['app 1.0.0'])
  expect([path, stagingPercentage]).toEqual([files[0]?.url, undefined])
})

it('rolls out to some, then to more, then to all', async () => {
  const site = makeFolder()
  await promoteRelease(makeRelease('1.0.0'), site, 10)
  const steps = [readFeed(join(site, feed)).stagingPercentage]
  for (const percent of [50, 100]) {
    expect(stageRelease(site, '1.0.0', percent)).toEqual([feed])
    steps.push(readFeed(join(site, feed)).stagingPercentage)
  }
  expect(steps).toEqual([10, 50, undefined])
  for (const percent of [0, -1, 101, Number.NaN]) expect(() => stageRelease(site, '1.0.0', percent)).toThrow('percent')
  expect(() => stageRelease(site, '0.9.0', 50)).toThrow('no feed')
})

it('takes a version back to the one before it, and leaves the files of both', async () => {
  const site = makeFolder()
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await promoteRelease(makeRelease(version), site, 100)
  expect(rollbackRelease(site, '1.2.0')).toEqual([{ feed, version: '1.1.0' }])
  expect(readFeed(join(site, feed))).toMatchObject({ version: '1.1.0', path: expect.stringMatching(/^1\.1\.0\//) })
  expect(rollbackRelease(site, '1.1.0')).toEqual([{ feed, version: '1.0.0' }])
  expect(existsSync(join(site, '1.2.0', 'tidemark-1.2.0-linux-x86_64.AppImage'))).toBe(true)
  await promoteRelease(makeRelease('1.2.1'), site, 25)
  expect(readFeed(join(site, feed))).toMatchObject({ version: '1.2.1', stagingPercentage: 25 })
})

it('takes the first version back by taking its feed away', async () => {
  const site = makeFolder()
  await promoteRelease(makeRelease('1.0.0'), site, 100)
  expect(rollbackRelease(site, '1.0.0')).toEqual([{ feed, version: null }])
  expect(existsSync(join(site, feed))).toBe(false)
})

it('takes back only the channels that are at a version', async () => {
  const site = makeFolder()
  await promoteRelease(makeRelease('1.0.0', { channels: ['latest', 'beta'] }), site, 100)
  await promoteRelease(makeRelease('1.1.0-beta.1', { channels: ['beta'] }), site, 100)
  expect(rollbackRelease(site, '1.1.0-beta.1')).toEqual([{ feed: 'beta-linux.yml', version: '1.0.0' }])
  expect(readFeed(join(site, feed)).version).toBe('1.0.0')
})

it('refuses an older version, other files under a published version, and the stand-in', async () => {
  const site = makeFolder()
  await promoteRelease(makeRelease('1.1.0'), site, 100)
  await expect(promoteRelease(makeRelease('1.0.0'), site, 100)).rejects.toThrow('is at 1.1.0 already')
  await expect(promoteRelease(makeRelease('1.1.0', { content: 'other' }), site, 100)).rejects.toThrow(
    'published already',
  )
  await promoteRelease(makeRelease('1.1.0'), site, 100)
  const release = makeRelease('2.0.0')
  renameSync(
    join(release, 'tidemark-2.0.0-linux-x86_64.AppImage'),
    join(release, 'tidemark-STAND-IN-2.0.0-linux-x86_64.AppImage'),
  )
  await expect(promoteRelease(release, site, 100)).rejects.toThrow('never published')
  expect(readFeed(join(site, feed)).version).toBe('1.1.0')
})

it('lets no app know of a release whose files did not all arrive', async () => {
  const site = makeFolder()
  const release = makeRelease('1.0.0')
  writeFileSync(join(site, '1.0.0'), 'a file where the folder should be')
  await expect(promoteRelease(release, site, 100)).rejects.toThrow('EEXIST')
  expect(existsSync(join(site, feed))).toBe(false)
})
