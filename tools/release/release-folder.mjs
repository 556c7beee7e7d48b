import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isFeedName } from './feeds.mjs'
import { readPackageName } from './package-names.mjs'
import { licencesName, licencesText, makeBom } from './third-parties.mjs'

/** @typedef {import('./package-names.mjs').PackageName} PackageName */

export const sumsName = 'SHA256SUMS'

/** @param {string} version */
export function bomName(version) {
  return `tidemark-${version}.cdx.json`
}

/**
 * Lists the files of a release's folder by kind, according to their names.
 *
 * @param {string} folder
 * @returns {{ packages: readonly (readonly [string, PackageName])[], feeds: readonly string[], others: readonly string[] }}
 */
export function listRelease(folder) {
  const names = readdirSync(folder).sort()
  const packages = names.flatMap((name) => {
    const read = readPackageName(name)
    return read === null ? [] : [/** @type {const} */ ([name, read])]
  })
  const feeds = names.filter(isFeedName)
  const known = new Set([...packages.map(([name]) => name), ...feeds])
  return { packages, feeds, others: names.filter((name) => !known.has(name)) }
}

/**
 * Adds the bill of materials, the licences and, last, the checksums of all files.
 *
 * @param {string} folder @param {string} version
 */
export async function writeReleaseFiles(folder, version) {
  const bom = await makeBom()
  const own = { ...bom.metadata.component, version }
  writeFileSync(
    join(folder, bomName(version)),
    `${JSON.stringify({ ...bom, metadata: { ...bom.metadata, component: own } }, null, 1)}\n`,
  )
  writeFileSync(join(folder, licencesName), licencesText(bom.components))
  await writeSums(folder)
}

/**
 * Writes the checksums. Feeds are left out: they change with every step of a roll-out and contain checksums themselves.
 *
 * @param {string} folder
 */
export async function writeSums(folder) {
  const names = readdirSync(folder).filter((name) => name !== sumsName && !isFeedName(name))
  const lines = []
  for (const name of names.sort()) lines.push(`${await hashOf(join(folder, name), 'sha256', 'hex')}  ${name}\n`)
  writeFileSync(join(folder, sumsName), lines.join(''))
}

/**
 * Returns the checksums that a release states, by file.
 *
 * @param {string} folder @returns {ReadonlyMap<string, string>}
 */
export function readSums(folder) {
  const path = join(folder, sumsName)
  if (!existsSync(path)) throw new Error(`${basename(folder)} has no ${sumsName}`)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      if (name === '') throw new Error(`${sumsName} has a line that is none: ${line}`)
      return [name, sum]
    }),
  )
}

/** @param {string} path @param {'sha256' | 'sha512'} algorithm @param {'hex' | 'base64'} encoding */
export async function hashOf(path, algorithm, encoding) {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk)
  return hash.digest(encoding)
}
