import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sizeBudgets } from './budgets.mjs'
import { channelOf, channels, isFeedName, readFeed } from './feeds.mjs'
import { inspectPackage } from './inspect-package.mjs'
import { bomName, hashOf, listRelease, readSums, sumsName } from './release-folder.mjs'
import { licencesName, readBom } from './third-parties.mjs'
import { missingUnpacker, unpack } from './unpack.mjs'

/** @typedef {import('./package-names.mjs').PackageName} PackageName */

/**
 * Checks everything in a release's folder without running any of it.
 *
 * isTest: accepts the stand-in for Electron. isUnsignedFine: accepts packages without a signature. unpackedIn: where
 * unpacked packages are kept, each under its name; by default they are deleted.
 *
 * @param {string} folder
 * @param {{ isTest?: boolean, isUnsignedFine?: boolean, unpackedIn?: string }} [options]
 * @returns {Promise<{ version: string, packages: readonly string[], problems: readonly string[] }>} fit to be published when
 * there is no problem; each begins with the file's name
 */
export async function verifyRelease(folder, { isTest = false, isUnsignedFine = false, unpackedIn } = {}) {
  const { packages, feeds, others } = listRelease(folder)
  const first = packages[0]
  if (first === undefined) return { version: '', packages: [], problems: [`${folder}: there is no package in it`] }
  const { version } = first[1]
  /** @type {string[]} */
  const problems = []
  const expected = [sumsName, licencesName, bomName(version)]
  for (const name of expected.filter((entry) => !others.includes(entry))) problems.push(`${name}: is missing`)
  const withBlockmap = new Set(packages.map(([name]) => `${name}.blockmap`))
  for (const name of others.filter((entry) => !expected.includes(entry) && !withBlockmap.has(entry))) {
    problems.push(`${name}: does not belong to a release`)
  }
  problems.push(...(await sumProblems(folder)))
  problems.push(...(await feedProblems(folder, version, feeds, packages)))
  const bomPath = join(folder, bomName(version))
  const listed = existsSync(bomPath) ? listedIn(bomPath, version, problems) : null
  const licences = existsSync(join(folder, licencesName)) ? readFileSync(join(folder, licencesName), 'utf8') : ''
  const work = unpackedIn ?? mkdtempSync(join(tmpdir(), 'tidemark-verify-'))
  try {
    for (const [name, read] of packages) {
      const say = (/** @type {string} */ text) => problems.push(`${name}: ${text}`)
      if (read.version !== version) say(`is not version ${version}`)
      const missing = missingUnpacker(read.format)
      if (missing !== null) {
        say(`cannot be looked into without ${missing}`)
        continue
      }
      try {
        const app = unpack(join(folder, name), read, join(work, unpackedIn === undefined ? 'package' : name))
        const found = await inspectPackage(read, app, { isUnsignedFine, hasFeed: feeds.length > 0 })
        found.problems.forEach(say)
        if (found.isStandIn && !isTest) say('was made with the stand-in for Electron and can never be published')
        const megabytes = statSync(join(folder, name)).size / 1e6
        if (megabytes > sizeBudgets.package) say(`has ${megabytes.toFixed(1)} MB, more than ${sizeBudgets.package}`)
        for (const dependency of found.packages) {
          if (listed !== null && !listed.has(dependency))
            say(`holds ${dependency}, which ${bomName(version)} does not list`)
          if (!licences.includes(`${dependency.replace(/@(?=[^@]*$)/, ' ')}\n`))
            say(`holds ${dependency}, whose licence is not stated`)
        }
        const own = join(app.resources, licencesName)
        if (!existsSync(own) || readFileSync(own, 'utf8') !== licences)
          say(`does not hold ${licencesName} as it is here`)
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    }
  } finally {
    if (unpackedIn === undefined) rmSync(work, { recursive: true, force: true })
  }
  return { version, packages: packages.map(([name]) => name), problems }
}

/** @param {string} folder */
async function sumProblems(folder) {
  if (!existsSync(join(folder, sumsName))) return []
  const sums = new Map(readSums(folder))
  /** @type {string[]} */
  const problems = []
  for (const name of readdirSync(folder).filter((entry) => entry !== sumsName && !isFeedName(entry))) {
    const sum = sums.get(name)
    sums.delete(name)
    if (sum === undefined) problems.push(`${name}: is not in ${sumsName}`)
    else if (sum !== (await hashOf(join(folder, name), 'sha256', 'hex')))
      problems.push(`${name}: is not what ${sumsName} says`)
  }
  return [...problems, ...[...sums.keys()].map((name) => `${name}: is in ${sumsName} and not here`)]
}

/** Returns the end of a package's feed name, or null if the app does not update it. @param {PackageName} name */
function feedEnd({ os, arch, format }) {
  if (os === 'linux') return format === 'tar.gz' ? null : arch === 'x64' ? '-linux' : '-linux-arm64'
  if (os === 'mac') return format === 'zip' ? '-mac' : null
  return format === 'exe' ? '' : null
}

/**
 * Checks the feeds: a release has none, and its apps do not look for updates, or all of them.
 *
 * @param {string} folder @param {string} version @param {readonly string[]} feeds
 * @param {readonly (readonly [string, PackageName])[]} packages
 */
async function feedProblems(folder, version, feeds, packages) {
  if (feeds.length === 0) return []
  /** @type {string[]} */
  const problems = []
  const due = channels.slice(0, channels.indexOf(channelOf(version)) + 1)
  const unread = new Set(feeds)
  for (const end of new Set(packages.map(([, read]) => feedEnd(read)))) {
    if (end === null) continue
    const names = packages.filter(([, read]) => feedEnd(read) === end).map(([name]) => name)
    for (const channel of due) {
      const feedName = `${channel}${end}.yml`
      if (!unread.delete(feedName)) {
        problems.push(`${feedName}: is missing`)
        continue
      }
      const feed = readFeed(join(folder, feedName))
      const say = (/** @type {string} */ text) => problems.push(`${feedName}: ${text}`)
      if (feed.version !== version) say(`is for version ${feed.version}`)
      if (feed.stagingPercentage !== undefined) say('is staged; that is set when it is published')
      for (const name of names.filter((entry) => feed.files.every(({ url }) => url !== entry)))
        say(`does not name ${name}`)
      for (const { url, sha512, size } of feed.files) {
        if (!names.includes(url)) say(`names ${url}, which is not its to name`)
        else if (statSync(join(folder, url)).size !== size) say(`has another size for ${url}`)
        else if ((await hashOf(join(folder, url), 'sha512', 'base64')) !== sha512) say(`has another hash for ${url}`)
      }
      const old = feed.files.find(({ url }) => url === feed.path)
      if (old === undefined || old.sha512 !== feed.sha512) say('says two things of its first file')
    }
  }
  return [
    ...problems,
    ...[...unread].map((name) => `${name}: is for no package here, or for a channel this version is not for`),
  ]
}

/** @param {string} path @param {string} version @param {string[]} problems */
function listedIn(path, version, problems) {
  const bom = readBom(path)
  if (bom.metadata.component.version !== version)
    problems.push(`${bomName(version)}: is for ${bom.metadata.component.version}`)
  return new Set(bom.components.map(({ name, version: own }) => `${name}@${own}`))
}
