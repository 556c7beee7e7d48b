import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstall } from '../build/ensure-install.mjs'
import { ensureNode } from '../build/ensure-node.mjs'
import { repositoryRoot } from '../repository-root.mjs'

const usage = `npm run release:build -- [linux|mac|win …] [--arch x64|arm64] [--out DIR] [--unsigned] [--stand-in]
npm run release:files -- DIR
npm run release:verify -- DIR [--unsigned] [--test]
npm run release:sourcemaps -- dist/source-maps/VERSION
npm run release:promote -- DIR SITE [--percent N] [--unsigned]
npm run release:stage -- SITE VERSION PERCENT
npm run release:rollback -- SITE VERSION

See docs/release.md.`

/** The release engineer's commands: each prints one sentence, or ends with exit code 1 and says what is wrong. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arch: { type: 'string', multiple: true },
      out: { type: 'string' },
      percent: { type: 'string', default: '100' },
      'stand-in': { type: 'boolean', default: false },
      test: { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
    },
  })
  const [command, ...given] = positionals
  /** @param {number} at */
  const need = (at) => {
    const value = given[at]
    if (value === undefined) throw new Error(usage)
    return value
  }
  switch (command) {
    case 'build':
      return await buildRelease(given, values)
    case 'files':
      return void (await completeRelease(need(0)))
    case 'verify':
      return await verify(need(0), { isTest: values.test, isUnsignedFine: values.unsigned })
    case 'sourcemaps': {
      const { uploadSourceMaps } = await import('./upload-source-maps.mjs')
      return console.log(await uploadSourceMaps(need(0), process.env))
    }
    case 'promote': {
      await verify(need(0), { isTest: false, isUnsignedFine: values.unsigned })
      const { promoteRelease } = await import('./publish-release.mjs')
      const feeds = await promoteRelease(need(0), need(1), Number(values.percent))
      return console.log(`Published to ${values.percent} % of the installations: ${feeds.join(', ')}`)
    }
    case 'stage': {
      const { stageRelease } = await import('./publish-release.mjs')
      const feeds = stageRelease(need(0), need(1), Number(need(2)))
      return console.log(`${need(1)} goes to ${need(2)} % of the installations now: ${feeds.join(', ')}`)
    }
    case 'rollback': {
      const { rollbackRelease } = await import('./publish-release.mjs')
      for (const { feed, version } of rollbackRelease(need(0), need(1))) {
        console.log(
          version === null ? `${feed} is gone: there was no version before` : `${feed} is at ${version} again`,
        )
      }
      return
    }
    default:
      throw new Error(usage)
  }
}

/**
 * @param {readonly string[]} systems
 * @param {{ arch?: string[] | undefined, out?: string | undefined, unsigned: boolean, 'stand-in': boolean }} options
 */
async function buildRelease(systems, { arch = ['x64', 'arm64'], out, unsigned, 'stand-in': isStandIn }) {
  const { ensureBuild } = await import('../build/ensure-build.mjs')
  await ensureBuild({ isForRelease: true })
  const { buildPackages, releaseFormats } = await import('./build-packages.mjs')
  const output = out ?? join(repositoryRoot, 'dist', 'release')
  if (out === undefined) rmSync(output, { recursive: true, force: true })
  const own = /** @type {const} */ ({ darwin: 'mac', linux: 'linux', win32: 'win' })
  const wanted = systems.length > 0 ? systems : [own[/** @type {keyof typeof own} */ (process.platform)]] // the systems we know
  const orders = wanted.flatMap((name) => {
    const os = /** @type {const} */ (['linux', 'mac', 'win']).find((known) => known === name)
    if (os === undefined) throw new Error(usage)
    return arch.map((given) => {
      const processor = /** @type {const} */ (['x64', 'arm64']).find((known) => known === given)
      if (processor === undefined) throw new Error(usage)
      return { os, arch: processor, formats: releaseFormats[os] }
    })
  })
  await buildPackages({
    output,
    orders,
    isStandIn,
    updateUrl: process.env['TIDEMARK_UPDATE_URL'] || undefined,
    // Shipping without a signature must be requested explicitly.
    config: { forceCodeSigning: !unsigned && !isStandIn },
  })
  const version = await completeRelease(output)
  const { collectSourceMaps } = await import('./collect-source-maps.mjs')
  const maps = join(output, '..', 'source-maps', version)
  console.log(`${collectSourceMaps(maps)} source maps are in ${maps}; no package holds any`)
}

/** @param {string} folder @returns {Promise<string>} the version */
async function completeRelease(folder) {
  const { listRelease, writeReleaseFiles } = await import('./release-folder.mjs')
  const version = listRelease(folder).packages[0]?.[1].version
  if (version === undefined) throw new Error(`there is no package in ${folder}`)
  await writeReleaseFiles(folder, version)
  console.log(`Tidemark ${version} is in ${folder}. Next: npm run release:verify -- ${folder}`)
  return version
}

/** @param {string} folder @param {{ isTest: boolean, isUnsignedFine: boolean }} options */
async function verify(folder, options) {
  const { verifyRelease } = await import('./verify-release.mjs')
  const { version, packages, problems } = await verifyRelease(folder, options)
  if (problems.length > 0)
    throw new Error(`${problems.join('\n')}\n\nNot fit to be published: ${counted(problems, 'problem')}`)
  console.log(`Tidemark ${version}: ${counted(packages, 'package')}, no problem`)
}

/** @param {readonly unknown[]} things @param {string} name of one of them */
function counted(things, name) {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`
}

ensureNode()
try {
  await ensureInstall()
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
