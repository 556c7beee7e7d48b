import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFeed, writeFeed } from './feeds.mjs'
import { writeReleaseFiles, writeSums } from './release-folder.mjs'
import { makeFolder, makeRelease } from '../../testkit/release/release-fixture'
import { verifyRelease } from './verify-release.mjs'

const name = 'tidemark-1.0.0-linux-x86_64.AppImage'
const channels = ['alpha', 'beta', 'latest']

/** Returns the problems around the package; another test checks its content. */
async function problemsAround(folder: string): Promise<readonly string[]> {
  const { problems } = await verifyRelease(folder)
  return problems.filter((problem) => !/no file system|without unsquashfs/.test(problem))
}

it('finds what is wrong with the files of a release, one by one', async () => {
  const folder = makeRelease('1.0.0', { channels })
  await writeReleaseFiles(folder, '1.0.0')
  expect(await problemsAround(folder)).toEqual([])

  const feed = readFeed(join(folder, 'latest-linux.yml'))
  writeFeed(join(folder, 'latest-linux.yml'), {
    ...feed,
    version: '1.0.1',
    stagingPercentage: 10,
    sha512: 'other',
    files: feed.files.map((file) => ({ ...file, sha512: 'other' })),
  })
  const beta = { ...feed, files: [{ url: 'tidemark-1.0.0-mac-x64.zip', sha512: 'x', size: 1 }] }
  writeFeed(join(folder, 'beta-linux.yml'), beta)
  rmSync(join(folder, 'alpha-linux.yml'))
  writeFeed(join(folder, 'latest-mac.yml'), feed)
  writeFileSync(join(folder, 'main.js.map'), '{}')
  expect(await problemsAround(folder)).toEqual([
    'main.js.map: does not belong to a release',
    'main.js.map: is not in SHA256SUMS',
    'alpha-linux.yml: is missing',
    `beta-linux.yml: does not name ${name}`,
    'beta-linux.yml: names tidemark-1.0.0-mac-x64.zip, which is not its to name',
    'beta-linux.yml: says two things of its first file',
    'latest-linux.yml: is for version 1.0.1',
    'latest-linux.yml: is staged; that is set when it is published',
    `latest-linux.yml: has another hash for ${name}`,
    'latest-mac.yml: is for no package here, or for a channel this version is not for',
  ])
})

it('finds a package that was changed after its sums were taken', async () => {
  const folder = makeRelease('1.0.0', { channels })
  await writeSums(folder)
  appendFileSync(join(folder, name), '!')
  expect(await problemsAround(folder)).toEqual([
    'THIRD-PARTY-LICENCES.txt: is missing',
    'tidemark-1.0.0.cdx.json: is missing',
    `${name}: is not what SHA256SUMS says`,
    ...channels.map((channel) => `${channel}-linux.yml: has another size for ${name}`),
  ])
})

it('is not content with packages alone, nor with nothing', async () => {
  const folder = makeRelease('1.0.0', { channels })
  expect(await problemsAround(folder)).toEqual([
    'SHA256SUMS: is missing',
    'THIRD-PARTY-LICENCES.txt: is missing',
    'tidemark-1.0.0.cdx.json: is missing',
  ])
  for (const file of readdirSync(folder)) rmSync(join(folder, file))
  expect((await verifyRelease(folder)).problems).toEqual([`${folder}: there is no package in it`])
  expect((await verifyRelease(makeFolder())).problems).toHaveLength(1)
})
