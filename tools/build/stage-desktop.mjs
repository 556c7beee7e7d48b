import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutMachinePaths } from '../release/machine-paths.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * isWithoutEngine: allows DuckDB for the platform to be missing, which no release does.
 *
 * @typedef {{ os: NodeJS.Platform, arch: string, isWithoutEngine?: boolean }} Target
 */

/** Packages that the host loads by itself, which Next's trace of routes does not include. */
const hostPackages = [
  '@duckdb/node-api',
  '@hono/node-server',
  '@openfeature/server-sdk',
  '@openfeature/core',
  '@photostructure/sqlite',
  '@sentry/node-core',
  '@sentry/profiling-node',
  'hono',
  'next',
  'pg',
  'mysql2',
  'pino',
  'prom-client',
  'ipaddr.js',
  'react',
  'react-dom',
]

/**
 * Copies the built server into the form that a package carries: our bundles, Next's build and static files, and the
 * packages they need, with the native modules of one platform. Contains no links and no source maps. Returns the files'
 * hashes, which the app stores in its own archive.
 *
 * @param {string} folder made anew
 * @param {Target} target
 * @param {string} [settings] a `tidemark.json` that all installations begin with
 * @returns {{ version: string, files: Readonly<Record<string, string>> }} SHA-256 in hex by path
 */
export function stageDesktop(folder, target = { os: process.platform, arch: process.arch }, settings) {
  const web = join(repositoryRoot, 'web')
  if (!existsSync(join(web, '.next', 'BUILD_ID'))) throw new Error('run `npm run build` first')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copy(join(web, 'dist', 'server'), join(folder, 'web', 'dist', 'server'))
  copy(join(web, '.next'), join(folder, 'web', '.next'), (path) => !leftOfBuild.test(path))
  for (const name of withSettingsOfBuild) {
    const path = join(folder, 'web', '.next', name)
    writeFileSync(path, withoutMachinePaths(readFileSync(path, 'utf8'), repositoryRoot))
  }
  copy(join(web, 'sample-data'), join(folder, 'web', 'sample-data'))
  for (const name of ['public', 'next.config.mjs', 'package.json']) {
    if (existsSync(join(web, name))) copy(join(web, name), join(folder, 'web', name))
  }
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'tidemark-server', version, type: 'module' })}\n`,
  )
  if (settings !== undefined) copy(settings, join(folder, 'tidemark.json'))
  for (const { path: from } of packagesOf(folder)) {
    const name = from.split(sep).join('/').split('node_modules/').at(-1) ?? ''
    copy(from, join(folder, relative(repositoryRoot, from)), (path) => isNeeded(posix.join(name, path), target))
  }
  const engine = join('node_modules', engineOf(target))
  const fetched = join(bindingsFolder(target), engine)
  if (existsSync(fetched)) copy(fetched, join(folder, engine))
  if (!existsSync(join(folder, engine)) && target.isWithoutEngine !== true) {
    throw new Error(`${engineOf(target)} is not here: tools/release/ensure-bindings.mjs fetches it`)
  }
  return { version, files: hashesOf(folder) }
}

/** Returns the package with DuckDB for a platform; npm installs only this machine's. @param {Target} target */
export function engineOf({ os, arch }) {
  return `@duckdb/node-bindings-${os}-${arch}`
}

/** Returns the folder to which packages of a foreign platform are downloaded. @param {Target} target */
export function bindingsFolder({ os, arch }) {
  return join(repositoryRoot, 'dist', 'bindings', `${os}-${arch}`)
}

/** Returns every package that the host and Next's build load, with all their dependencies. @param {string} folder */
function packagesOf(folder) {
  /** @type {Map<string, { path: string }>} */
  const found = new Map()
  /** @param {string} name @param {string} from @param {boolean} isOptional */
  const add = (name, from, isOptional) => {
    const path = findPackage(name, from)
    if (path === null) {
      if (isOptional) return
      throw new Error(`${name}, which ${from} needs, is not installed`)
    }
    if (found.has(path)) return
    found.set(path, { path })
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    )
    for (const dependency of Object.keys(dependencies)) add(dependency, path, dependency in optionalDependencies)
    for (const dependency of Object.keys(optionalDependencies)) add(dependency, path, true)
  }
  const web = join(repositoryRoot, 'web')
  for (const name of new Set([...hostPackages, ...importedBy(join(folder, 'web', 'dist', 'server'))]))
    add(name, web, false)
  return found.values()
}

/** Returns the packages that the built programs import without bundling them. @param {string} folder */
function importedBy(folder) {
  /** @type {Set<string>} */
  const names = new Set()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js') && file !== 'service-worker.js')) {
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, imported = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*['"]([^'"./][^'"]*)['"]/gm)) {
      if (imported.startsWith('node:')) continue
      names.add(
        imported
          .split('/')
          .slice(0, imported.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    }
  }
  return names
}

/** Finds a package as Node would from a folder. @param {string} name @param {string} from */
function findPackage(name, from) {
  for (const root of createRequire(join(from, 'x.js')).resolve.paths(name) ?? []) {
    const path = join(root, name)
    if (existsSync(join(path, 'package.json'))) return path
  }
  return null
}

/** Next records how it was built in both files; its host reads only other parts of them. */
const withSettingsOfBuild = ['required-server-files.json', 'required-server-files.js']
const leftOfBuild = /^(?:cache|types|diagnostics|dev|build|standalone|trace(?:-build)?)(?:\/|$)|\.nft\.json$/
/** Sources, declarations and texts inside packages. */
const neverLoaded = /\.(?:map|md|markdown|ts|mts|cts|c|cc|cpp|h|hpp|gypi?|musl\.node)$/i
/** Tests, benchmarks and examples of packages. */
const ofDevelopers =
  /\.test\.[cm]?js$|^(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__|benchmarks?|examples?)(?:\/|$)|(?:^|\/)\.[^/]+$/
/** Parts of Next for builds, development and image resizing, which the host does not need. */
const buildOnly = [
  /^(?:@next\/swc-|@img\/|sharp(?:\/|$)|caniuse-lite(?:\/|$)|baseline-browser-mapping(?:\/|$))/,
  /^next\/dist\/(?:esm|docs|bundle-analyzer)(?:\/|$)/,
  /^next\/dist\/compiled\/(?:[^/]+-experimental|babel-packages|terser|next-devtools|postcss-preset-env)(?:\/|$)/,
  /^next\/dist\/compiled\/next-server\/(?!.*\.runtime\.prod\.js$).+/,
  /^next\/dist\/compiled\/next-server\/.*-experimental/,
  /^@photostructure\/sqlite\/src(?:\/|$)/,
  // Wraps routes in a webpack build, which ours is not.
  /^(?:rollup|@rollup\/[\w-]+)(?:\/|$)/,
  // Uploads source maps during a build, which ours does not.
  /^@sentry\/cli(?:-[\w-]+)?(?:\/|$)/,
]
/** Returns true if no part of a package is in the staged server of any platform. @param {string} name of the package */
export function isLeftOut(name) {
  return buildOnly.some((pattern) => pattern.test(name))
}

const platformPackage =
  /(?:^|[/\\@-])(linux|linuxmusl|darwin|win32)[-_](x64|arm64|arm|ia32|riscv64|ppc64|s390x)(?:$|[-_./\\])/

/** @param {string} path from the package's name on @param {Target} target */
function isNeeded(path, { os, arch }) {
  if (neverLoaded.test(path) || ofDevelopers.test(path) || buildOnly.some((pattern) => pattern.test(path))) return false
  const match = platformPackage.exec(path)
  return match === null || (match[1] === os && match[2] === arch)
}

/**
 * Copies a folder, following links. A package's `node_modules` are handled as separate packages.
 *
 * @param {string} from @param {string} to @param {(path: string) => boolean} isWanted by path inside `from` with
 * slashes; '' is itself
 */
function copy(from, to, isWanted = () => true) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => {
      const path = relative(from, source).split(sep).join('/')
      return path !== 'node_modules' && !path.endsWith('.map') && isWanted(path)
    },
  })
}

/** @param {string} folder */
function hashesOf(folder) {
  /** @type {Record<string, string>} */
  const hashes = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (!statSync(path).isFile()) continue
    hashes[name.split(sep).join('/')] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return hashes
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(repositoryRoot, 'dist', 'server')
  const manifest = stageDesktop(folder)
  const bytes = Object.keys(manifest.files).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  writeFileSync(join(repositoryRoot, 'dist', 'server-manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  console.log(`${Object.keys(manifest.files).length} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`)
}
