import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dump, load } from 'js-yaml'
import * as z from 'zod/mini'

/**
 * The feed in which installed apps find updates: one file per channel and system. Unknown fields are kept. sha512:
 * base64.
 */
const feedSchema = z.looseObject({
  version: z.string(),
  files: z.array(
    z.looseObject({ url: z.string(), sha512: z.string(), size: z.number(), blockMapSize: z.optional(z.number()) }),
  ),
  path: z.string(),
  sha512: z.string(),
  releaseDate: z.string(),
  stagingPercentage: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
})

/** @typedef {z.infer<typeof feedSchema>} Feed */

/** The release channels. Subscribers of a channel get its releases and those of later channels. */
export const channels = /** @type {const} */ (['alpha', 'beta', 'latest'])

/** Returns true for names like `latest.yml`, `beta-mac.yml` and `latest-linux-arm64.yml`. @param {string} name */
export function isFeedName(name) {
  return /^(?:alpha|beta|latest)(?:-mac|-linux(?:-arm64)?)?\.yml$/.test(name)
}

/** Returns the channel on which a version is first released. @param {string} version */
export function channelOf(version) {
  const [, name] = /^\d+\.\d+\.\d+(?:-(alpha|beta)\.\d+)?$/.exec(version) ?? [undefined, 'none']
  if (name === 'none') throw new Error(`${version} is no version of a release: 1.2.3, 1.2.3-beta.1 or 1.2.3-alpha.1`)
  return name === 'alpha' || name === 'beta' ? name : 'latest'
}

/** @param {string} path @returns {Feed} */
export function readFeed(path) {
  const parsed = feedSchema.safeParse(load(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`${path} is no update feed: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/**
 * Writes a feed atomically: an app that asks meanwhile gets the old or the new one.
 *
 * @param {string} path @param {Feed} feed
 */
export function writeFeed(path, feed) {
  writeFileSync(`${path}.new`, dump(feed, { lineWidth: -1 }))
  renameSync(`${path}.new`, path)
}

/**
 * Merges the files of two feeds; old updaters use the first feed's file.
 *
 * @param {Feed} first @param {Feed} second @returns {Feed}
 */
export function mergeFeeds(first, second) {
  if (first.version !== second.version) throw new Error(`a feed of ${first.version} cannot hold ${second.version}`)
  const added = second.files.filter(({ url }) => first.files.every((file) => file.url !== url))
  return { ...first, files: [...first.files, ...added] }
}

/**
 * Compares versions; negative if the first is older. A pre-release is older than its release.
 *
 * @param {string} a @param {string} b
 */
export function compareVersions(a, b) {
  const [first, second] = [versionParts(a), versionParts(b)]
  const at = first.findIndex((part, index) => part !== second[index])
  return at === -1 ? 0 : (first[at] ?? 0) - (second[at] ?? 0)
}

/** @param {string} version */
function versionParts(version) {
  const channel = channels.indexOf(channelOf(version))
  return [...(version.split('-')[0] ?? '').split('.').map(Number), channel, Number(/\d+$/.exec(version)?.[0])]
}
