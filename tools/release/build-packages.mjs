import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { repositoryRoot } from '../repository-root.mjs'
import { channelOf, isFeedName, mergeFeeds, readFeed, writeFeed } from './feeds.mjs'
import { findProgram } from './find-program.mjs'
import { beforePack } from './package-hooks.mjs'
import { makeAppImageTools, makeStandIn } from './stand-in.mjs'

/**
 * A system, a processor, and the formats to make for them, by electron-builder's names.
 *
 * @typedef {{ os: 'linux' | 'mac' | 'win', arch: 'x64' | 'arm64', formats: readonly string[] }} PackageOrder
 */

/** The formats of a release. */
export const releaseFormats = /** @type {const} */ ({
  linux: ['AppImage', 'deb', 'rpm', 'tar.gz'],
  mac: ['dmg', 'zip'],
  win: ['nsis'],
})

/** Files that electron-builder adds to an app for a single format. */
const formatNotes = /** @type {const} */ (['app-update.yml', 'package-type', 'apparmor-profile'])

const platforms = /** @type {const} */ ({ linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS })
const nodePlatforms = /** @type {const} */ ({ linux: 'linux', mac: 'darwin', win: 'win32' })

/**
 * Builds packages of the built app with `electron-builder.yml`, and the update feeds that list them.
 *
 * output: receives packages and feeds; unpacked apps stay beside it. isStandIn: replaces Electron by a stand-in, which
 * each file's name then says. updateUrl: where installed apps look for updates; without it they do not look and there
 * are no feeds. config: overrides `electron-builder.yml`.
 *
 * @param {{ output: string, orders: readonly PackageOrder[], isStandIn?: boolean, version?: string,
 * updateUrl?: string | undefined, config?: import('electron-builder').Configuration }} options
 * @returns {Promise<{ folders: readonly string[] }>} of the unpacked apps, in the order of the orders
 */
export async function buildPackages({ output, orders, isStandIn = false, version, updateUrl, config = {} }) {
  const root = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  const electron = JSON.parse(readFileSync(join(repositoryRoot, 'node_modules', 'electron', 'package.json'), 'utf8'))
  const ownVersion = version ?? root.version
  mkdirSync(output, { recursive: true })
  const work = mkdtempSync(join(output, '..', 'work-'))
  preferSystemTools(isStandIn ? work : null)
  /** @param {PackageOrder} order @param {string} [prepackaged] @param {readonly string[]} [formats] */
  const run = async ({ os, arch, formats: all }, prepackaged, formats = all) => {
    await build({
      targets: platforms[os].createTarget([...formats], Arch[arch]),
      projectDir: repositoryRoot,
      publish: 'never',
      ...(prepackaged === undefined ? {} : { prepackaged }),
      config: {
        extends: join(repositoryRoot, 'electron-builder.yml'),
        directories: { app: 'desktop', buildResources: 'desktop/build', output: work },
        electronVersion: electron.version,
        ...(isStandIn
          ? {
              artifactName: 'tidemark-STAND-IN-${version}-${os}-${arch}.${ext}',
              electronDist: standInFor(os, work, electron.version),
              beforePack: (context) => beforePack(context, { isWithoutEngine: true }),
            }
          : ownElectron()),
        extraMetadata: { version: ownVersion, description: root.description, homepage: homepageOf(updateUrl) },
        publish:
          updateUrl === undefined ? null : { provider: 'generic', url: updateUrl, channel: channelOf(ownVersion) },
        generateUpdatesFilesForAllChannels: true,
        ...config,
      },
    })
  }
  /** @type {string[]} */
  const folders = []
  try {
    for (const order of orders) {
      const folder = join(output, '..', `unpacked-${order.os}-${order.arch}`)
      rmSync(folder, { recursive: true, force: true })
      if (order.os === 'linux') {
        await run(order, undefined, ['dir'])
        renameSync(unpackedFolder(work), folder)
        // One format after the other: with several at once, a format would contain the update notes of another.
        for (const format of order.formats) {
          for (const note of formatNotes) rmSync(join(folder, 'resources', note), { force: true })
          await run(order, folder, [format])
          collect(work, output)
        }
      } else {
        await run(order)
        renameSync(unpackedFolder(work), folder)
        collect(work, output)
      }
      folders.push(folder)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return { folders }
}

/**
 * Uses the system's programs where possible: Debian has all of them, so that only Electron's archives must be
 * downloaded.
 *
 * @param {string | null} standInFolder
 */
function preferSystemTools(standInFolder) {
  const sevenZip = findProgram('7za') ?? findProgram('7z')
  if (sevenZip !== null) process.env['ELECTRON_BUILDER_7ZIP_PATH'] ??= sevenZip
  if (process.platform === 'linux') process.env['CUSTOM_FPM_PATH'] ??= join(import.meta.dirname, 'fpm.mjs')
  if (standInFolder === null || findProgram('mksquashfs') === null) return
  const tools = join(standInFolder, 'appimage')
  makeAppImageTools(tools, findProgram)
  process.env['APPIMAGE_TOOLS_PATH'] = tools
}

/** @param {PackageOrder['os']} os @param {string} work @param {string} version */
function standInFor(os, work, version) {
  const folder = join(work, `electron-${os}`)
  if (!existsSync(folder)) makeStandIn(folder, nodePlatforms[os], version)
  return folder
}

/** Uses an unpacked Electron that is already here; otherwise electron-builder downloads its archive and verifies it. */
function ownElectron() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  return folder === undefined || folder === '' ? {} : { electronDist: folder }
}

/** Returns the homepage, which packages for Linux must have. @param {string | undefined} updateUrl */
function homepageOf(updateUrl) {
  return (
    process.env['TIDEMARK_HOMEPAGE'] || (updateUrl === undefined ? 'https://localhost/' : new URL('/', updateUrl).href)
  )
}

/** @param {string} work */
function unpackedFolder(work) {
  const name = readdirSync(work).find((entry) => /-unpacked$|^mac(?:-|$)/.test(entry))
  if (name === undefined) throw new Error('electron-builder has left no unpacked app')
  return join(work, name)
}

/**
 * Collects the output of one run; its feeds are merged with those of earlier runs.
 *
 * @param {string} work @param {string} output
 */
function collect(work, output) {
  for (const entry of readdirSync(work, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('builder-')) continue
    const from = join(work, entry.name)
    const to = join(output, entry.name)
    if (isFeedName(entry.name) && existsSync(to)) writeFeed(to, mergeFeeds(readFeed(to), readFeed(from)))
    else cpSync(from, to)
    rmSync(from)
  }
}
