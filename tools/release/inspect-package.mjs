import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { extractFile, listPackage, uncache } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { load } from 'js-yaml'
import * as z from 'zod/mini'
import { preloads } from '../build/build-desktop.mjs'
import { repositoryRoot } from '../repository-root.mjs'
import { sizeBudgets } from './budgets.mjs'
import { findProgram } from './find-program.mjs'
import { holdsMachinePath } from './machine-paths.mjs'
import { manifestName } from './package-hooks.mjs'
import { packageTargetOf } from './package-names.mjs'
import { isSignedProgram, readBinaryTarget } from './read-binary.mjs'
import { standInMark } from './stand-in.mjs'

/**
 * @typedef {import('./package-names.mjs').PackageName} PackageName
 * @typedef {import('./unpack.mjs').UnpackedApp} UnpackedApp
 * @typedef {{ readonly problems: readonly string[], readonly isStandIn: boolean, readonly packages: readonly string[] }} Findings
 *   packages: of npm in the server, as `name@version`.
 */

const manifestSchema = z.object({ version: z.string(), files: z.record(z.string(), z.string()) })
const configSchema = z.looseObject({
  electronFuses: z.record(z.string(), z.boolean()),
  fileAssociations: z.array(z.looseObject({ ext: z.string(), mimeType: z.string() })),
  protocols: z.array(z.looseObject({ schemes: z.array(z.string()) })),
})

/** The names of fuses in `electron-builder.yml`, and their positions in the program. */
const fuses = /** @type {const} */ ({
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
})

/** How each Linux format is updated, as the app's updater reads it; null: the app does not update it. */
const packageTypes = /** @type {Readonly<Record<string, string | null>>} */ ({
  AppImage: null,
  deb: 'deb',
  rpm: 'rpm',
  'tar.gz': null,
})

/** Files that the app's archive must contain. */
const mustBeInArchive = ['/dist/main.js', ...preloads.map((name) => `/dist/${name}.cjs`)]
/** Files without which the server does not start or work. */
const mustBeStaged = [
  'web/.next/BUILD_ID',
  ...['desktop-host', 'engine', 'import', 'export-format'].map((name) => `web/dist/server/${name}-process.js`),
]
/** Files that the app's archive may contain. */
const inArchive = /^\/(?:package\.json|dist(?:\/[\w.-]+\.c?js|\/server-manifest\.json)?)$/
/** Files that no package may contain, such as secrets, tests, and large build tools. */
const unwanted =
  /(?:^|\/)node_modules\/(?:@?esbuild|typescript|vitest|electron|@playwright)\/|\.(?:map|pem|p12|pfx|key)$|(?:^|\/)(?:\.env[^/]*|\.npmrc|\.git|id_[a-z0-9]+|[^/]+\.test\.[cm]?[jt]sx?|__tests__)(?:\/|$)/
const secretText = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/

/**
 * Inspects an unpacked package.
 *
 * @param {PackageName} name @param {UnpackedApp} app @param {{ isUnsignedFine: boolean, hasFeed: boolean }} options
 * @returns {Promise<Findings>}
 */
export async function inspectPackage(name, app, { isUnsignedFine, hasFeed }) {
  const config = configSchema.parse(load(readFileSync(join(repositoryRoot, 'electron-builder.yml'), 'utf8')))
  const isStandIn = readFileSync(app.program).includes(standInMark)
  /** @type {string[]} */
  const problems = []
  if (isStandIn !== name.isStandIn)
    problems.push(isStandIn ? 'holds the stand-in and does not say so' : 'is called a stand-in and is none')
  problems.push(...(await fuseProblems(app, config.electronFuses)))
  const manifest = readArchive(name, app, problems)
  if (manifest !== null) problems.push(...serverProblems(join(app.resources, 'server'), manifest))
  problems.push(...bindingProblems(name, join(app.resources, 'server')))
  for (const path of filesOf(app.root).filter((entry) => entry.endsWith('.map'))) problems.push(`holds ${path}`)
  if (name.os === 'linux') problems.push(...linuxProblems(name, app, config, hasFeed))
  else if (existsSync(join(app.resources, 'app-update.yml')) !== hasFeed)
    problems.push('app-update.yml and the feeds disagree')
  if (name.os === 'mac') problems.push(...macProblems(app, config))
  if (!isStandIn && !isUnsignedFine && !isSigned(name, app)) problems.push('is not signed')
  return { problems, isStandIn, packages: packagesOf(join(app.resources, 'server')) }
}

/** @param {UnpackedApp} app @param {Readonly<Record<string, boolean>>} wanted */
async function fuseProblems({ fuseTarget }, wanted) {
  const wire = await getCurrentFuseWire(fuseTarget)
  return Object.entries(fuses).flatMap(([name, at]) => {
    const isOn = wire[at] === FuseState.ENABLE
    return isOn === wanted[name] ? [] : [`fuse ${name} is ${isOn ? 'on' : 'off'}`]
  })
}

/**
 * Reads the manifest in the app's archive.
 *
 * @param {PackageName} name @param {UnpackedApp} app @param {string[]} problems
 */
function readArchive(name, app, problems) {
  const path = join(app.resources, 'app.asar')
  if (!existsSync(path)) {
    problems.push('has no app.asar')
    return null
  }
  // The library caches the file offsets of an archive by path, and another archive was unpacked to this path before.
  uncache(path)
  const files = listPackage(path, { isPack: false }).map((file) => file.split(sep).join('/'))
  for (const file of files.filter((entry) => !inArchive.test(entry))) problems.push(`app.asar holds ${file}`)
  for (const file of mustBeInArchive.filter((entry) => !files.includes(entry))) problems.push(`app.asar has no ${file}`)
  for (const file of files.filter((entry) => /\.c?js$/.test(entry))) {
    const content = extractFile(path, file.slice(1))
    const code = content.toString('utf8')
    if (secretText.test(code)) problems.push(`app.asar: ${file} holds a private key`)
    if (holdsMachinePath(content, repositoryRoot)) problems.push(`app.asar: ${file} names the folder it was built in`)
    for (const [, part] of code.matchAll(/\b(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g)) {
      if (!files.includes(`/dist/${part}`)) problems.push(`app.asar has no /dist/${part}, which ${file} loads`)
    }
  }
  const size = statSync(path).size / 1e6
  if (size > sizeBudgets.asar) problems.push(`app.asar has ${size.toFixed(1)} MB, more than ${sizeBudgets.asar}`)
  const { version } = JSON.parse(extractFile(path, 'package.json').toString('utf8'))
  if (version !== name.version) problems.push(`says it is version ${version}`)
  if (!files.includes(`/dist/${manifestName}`)) {
    problems.push(`app.asar has no ${manifestName}`)
    return null
  }
  return manifestSchema.parse(JSON.parse(extractFile(path, `dist/${manifestName}`).toString('utf8')))
}

/** @param {string} folder @param {z.infer<typeof manifestSchema>} manifest */
function serverProblems(folder, { files }) {
  /** @type {string[]} */
  const problems = []
  const found = new Set(filesOf(folder))
  let bytes = 0
  for (const [path, hash] of Object.entries(files)) {
    if (!found.delete(path)) {
      problems.push(`server/${path} is missing`)
      continue
    }
    const content = readFileSync(join(folder, path))
    bytes += content.length
    if (createHash('sha256').update(content).digest('hex') !== hash)
      problems.push(`server/${path} is not what was staged`)
    if (unwanted.test(path)) problems.push(`server/${path} does not belong into a package`)
    if (holdsMachinePath(content, repositoryRoot)) problems.push(`server/${path} names the folder it was built in`)
    if (path.startsWith('web/') && secretText.test(content.toString('latin1')))
      problems.push(`server/${path} holds a private key`)
  }
  for (const path of found) problems.push(`server/${path} was not staged`)
  for (const path of mustBeStaged.filter((entry) => !(entry in files)))
    problems.push(`the manifest does not name ${path}`)
  if (bytes / 1e6 > sizeBudgets.server)
    problems.push(`the server has ${(bytes / 1e6).toFixed(0)} MB, more than ${sizeBudgets.server}`)
  return problems
}

/**
 * Checks that each native part is there and is for this system and processor.
 *
 * @param {PackageName} name @param {string} folder
 */
function bindingProblems(name, folder) {
  const { os, arch } = packageTargetOf(name)
  const native = filesOf(folder).filter((path) => /\.(?:node|so|dylib|dll)(?:\.[\d.]+)?$/.test(path))
  const problems = native.flatMap((path) => {
    const target = readBinaryTarget(join(folder, path))
    return target?.os === os && target.arch === arch
      ? []
      : [`server/${path} is for ${target === null ? 'nothing known' : `${target.os} on ${target.arch}`}`]
  })
  for (const [what, pattern] of /** @type {const} */ ([
    ['DuckDB', /(?:^|\/)duckdb\.node$/],
    ["DuckDB's library", /(?:^|\/)(?:lib)?duckdb\.(?:so|dylib|dll)$/],
    ['SQLite', /@photostructure\/sqlite\/prebuilds\/.*\.node$/],
  ])) {
    if (!native.some((path) => pattern.test(path))) problems.push(`${what} is missing`)
  }
  return problems
}

/** @param {PackageName} name @param {UnpackedApp} app @param {z.infer<typeof configSchema>} config @param {boolean} hasFeed */
function linuxProblems({ format }, { root, resources }, { fileAssociations, protocols }, hasFeed) {
  /** @type {string[]} */
  const problems = []
  const type = packageTypes[format] ?? null
  const typePath = join(resources, 'package-type')
  const given = existsSync(typePath) ? readFileSync(typePath, 'utf8').trim() : null
  if (given !== (hasFeed ? type : null)) problems.push(`would be updated as ${given ?? 'an AppImage'}`)
  const isUpdated = hasFeed && format !== 'tar.gz'
  if (existsSync(join(resources, 'app-update.yml')) !== isUpdated)
    problems.push('app-update.yml and the feeds disagree')
  if (format === 'tar.gz') return problems
  const desktopPath =
    format === 'AppImage' ? join(root, 'tidemark.desktop') : join(root, 'usr/share/applications/tidemark.desktop')
  const mimePath = join(root, 'usr/share/mime/packages/tidemark.xml')
  const icons = join(root, 'usr/share/icons/hicolor')
  for (const path of [desktopPath, mimePath, icons]) {
    if (!existsSync(path)) return [...problems, `${path.slice(root.length + 1)} is missing`]
  }
  const desktop = readFileSync(desktopPath, 'utf8')
  const types = /^MimeType=(.*)$/m.exec(desktop)?.[1]?.split(';') ?? []
  const wanted = [
    ...fileAssociations.map(({ mimeType }) => mimeType),
    ...protocols.flatMap(({ schemes }) => schemes.map((scheme) => `x-scheme-handler/${scheme}`)),
  ]
  for (const type of wanted.filter((entry) => !types.includes(entry)))
    problems.push(`the desktop entry does not name ${type}`)
  if (/^Exec=.*--no-sandbox/m.test(desktop)) problems.push('is started without its sandbox')
  const mime = readFileSync(mimePath, 'utf8')
  for (const { ext } of fileAssociations.filter(({ ext: end }) => !mime.includes(`"*.${end}"`)))
    problems.push(`*.${ext} has no file type`)
  for (const size of [16, 32, 48, 128, 256, 512]) {
    if (!existsSync(join(icons, `${size}x${size}`, 'apps', 'tidemark.png')))
      problems.push(`the icon of ${size} pixels is missing`)
  }
  return [...problems, ...desktopFileProblems(desktopPath)]
}

/** Returns the problems that the desktop environments' own tool finds, if it is installed. @param {string} path */
function desktopFileProblems(path) {
  const tool = findProgram('desktop-file-validate')
  if (tool === null) return []
  try {
    execFileSync(tool, [path], { stdio: 'pipe', encoding: 'utf8' })
    return []
  } catch (error) {
    return [`the desktop entry is wrong: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** @param {UnpackedApp} app @param {z.infer<typeof configSchema>} config */
function macProblems({ app }, { fileAssociations, protocols }) {
  const info = readFileSync(join(app, 'Contents', 'Info.plist'), 'utf8')
  return [
    ...fileAssociations.map(({ ext }) => ext),
    ...protocols.flatMap(({ schemes }) => schemes),
    'ElectronAsarIntegrity',
  ].flatMap((text) => (new RegExp(`<(?:string|key)>${text}</`).test(info) ? [] : [`Info.plist does not name ${text}`]))
}

/**
 * Returns true if a package is signed. Linux packages need no signature: their feeds and SHA256SUMS vouch for them.
 *
 * @param {PackageName} name @param {UnpackedApp} app
 */
function isSigned({ os }, { app, program }) {
  if (os === 'linux') return true
  return os === 'win' ? isSignedProgram(program) : existsSync(join(app, 'Contents', '_CodeSignature', 'CodeResources'))
}

/** @param {string} server */
function packagesOf(server) {
  return filesOf(server)
    .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(server, path), 'utf8')))
    .map(({ name, version }) => `${name}@${version}`)
}

/** @param {string} folder */
function filesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
}
