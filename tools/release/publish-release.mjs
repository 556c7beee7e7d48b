import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compareVersions, isFeedName, readFeed, writeFeed } from './feeds.mjs'
import { hashOf, listRelease } from './release-folder.mjs'

/**
 * A site is the folder that a web server serves at the address where apps look for updates. Each version has its own
 * folder there, which never changes; the feeds beside it say which version is current.
 *
 * @typedef {import('./feeds.mjs').Feed} Feed
 */

/** The folder with earlier states of the feeds, for returning to them. */
const historyFolder = 'feeds'

/**
 * Copies a verified release to a site and writes its feeds last: until then no app knows of it.
 *
 * percent: the share of installations that get it automatically; `stageRelease` raises it.
 *
 * @param {string} release folder @param {string} site @param {number} percent
 * @returns {Promise<readonly string[]>} the feeds that name it now
 */
export async function promoteRelease(release, site, percent) {
  checkPercent(percent)
  const { packages, feeds } = listRelease(release)
  const version = packages[0]?.[1].version
  if (version === undefined) throw new Error(`there is no package in ${release}`)
  if (packages.some(([, { isStandIn }]) => isStandIn)) throw new Error('the stand-in for Electron is never published')
  for (const name of feeds) {
    const live = readLiveFeed(site, name)
    if (live !== null && compareVersions(live.version, version) > 0) {
      throw new Error(`${name} is at ${live.version} already: apps never go back to ${version}`)
    }
  }
  const folder = join(site, version)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(release).filter((entry) => !isFeedName(entry))) {
    await copyOnce(join(release, name), join(folder, name))
  }
  for (const name of feeds) {
    keepFeed(site, name)
    const feed = readFeed(join(release, name))
    writeFeed(join(site, name), staged(inFolder(feed, version), percent))
  }
  return feeds
}

/**
 * Sets the share of installations that get a version that is being rolled out.
 *
 * @param {string} site @param {string} version @param {number} percent
 * @returns {readonly string[]} the feeds that were changed
 */
export function stageRelease(site, version, percent) {
  checkPercent(percent)
  const feeds = feedsOf(site, version)
  for (const name of feeds) writeFeed(join(site, name), staged(readFeed(join(site, name)), percent))
  return feeds
}

/**
 * Withdraws a version: its feeds name the previous version again. Installations that have it keep it until there is a
 * newer one; its files stay for downloads in progress.
 *
 * @param {string} site @param {string} version
 * @returns {readonly { feed: string, version: string | null }[]} null: the feed is gone, there was no earlier version
 */
export function rollbackRelease(site, version) {
  return feedsOf(site, version).map((name) => {
    const earlier = keptVersions(site, name).findLast((kept) => compareVersions(kept, version) < 0)
    if (earlier === undefined) {
      renameSync(join(site, name), keptPath(site, name, version))
      return { feed: name, version: null }
    }
    keepFeed(site, name)
    writeFeed(join(site, name), readFeed(keptPath(site, name, earlier)))
    return { feed: name, version: earlier }
  })
}

/** @param {number} percent */
function checkPercent(percent) {
  if (!(percent > 0 && percent <= 100))
    throw new RangeError(`a roll-out is for more than 0 and at most 100 percent, not ${percent}`)
}

/** @param {Feed} feed @param {number} percent @returns {Feed} */
function staged({ stagingPercentage: _, ...feed }, percent) {
  return percent === 100 ? feed : { ...feed, stagingPercentage: percent }
}

/** @param {Feed} feed @param {string} folder @returns {Feed} */
function inFolder(feed, folder) {
  return {
    ...feed,
    files: feed.files.map((file) => ({ ...file, url: `${folder}/${file.url}` })),
    path: `${folder}/${feed.path}`,
  }
}

/** @param {string} site @param {string} version */
function feedsOf(site, version) {
  const feeds = readdirSync(site).filter((name) => isFeedName(name) && readFeed(join(site, name)).version === version)
  if (feeds.length === 0) throw new Error(`no feed in ${site} is at ${version}`)
  return feeds
}

/** @param {string} site @param {string} name */
function readLiveFeed(site, name) {
  return existsSync(join(site, name)) ? readFeed(join(site, name)) : null
}

/** @param {string} site @param {string} name @param {string} version */
function keptPath(site, name, version) {
  const folder = join(site, historyFolder, basename(name, '.yml'))
  mkdirSync(folder, { recursive: true })
  return join(folder, `${version}.yml`)
}

/** Returns the kept versions, ascending. @param {string} site @param {string} name */
function keptVersions(site, name) {
  const folder = join(site, historyFolder, basename(name, '.yml'))
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .map((file) => basename(file, '.yml'))
    .toSorted(compareVersions)
}

/** @param {string} site @param {string} name */
function keepFeed(site, name) {
  const live = readLiveFeed(site, name)
  if (live !== null) writeFeed(keptPath(site, name, live.version), live)
}

/**
 * Copies a file unless it is already published; repairs an interrupted copy.
 *
 * @param {string} from @param {string} to
 */
async function copyOnce(from, to) {
  if (!existsSync(to)) {
    copyFileSync(from, `${to}.part`)
    renameSync(`${to}.part`, to)
  }
  if ((await hashOf(from, 'sha256', 'hex')) !== (await hashOf(to, 'sha256', 'hex'))) {
    throw new Error(`${to} is published already and is another file: give the release a new version`)
  }
}
