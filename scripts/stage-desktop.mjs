import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFileTrace } from '@vercel/nft'
import { repositoryRoot } from './repository-root.mjs'

/** @typedef {{ os: NodeJS.Platform, arch: string }} Target */

/** What Next and the packages reach for only when they build, or to resize images, which Tidemark never does. */
const buildOnly = [
  '**/node_modules/next/dist/{compiled,docs}/**',
  '**/node_modules/next/dist/build/webpack/**',
  '**/node_modules/{webpack,terser,esbuild,sharp,caniuse-lite,typescript,minimizer-webpack-plugin}/**',
  '**/node_modules/{@esbuild,@img,@next}/**',
]
/** Sources, declarations and texts inside packages, and the library that resizes images. */
const neverLoaded = /\.(?:map|md|markdown|ts|mts|cts|c|cc|cpp|h|hpp|gypi?)$|(?:^|\/)node_modules\/(?:sharp|@img)\//i

/**
 * Copies the built server as a package carries it: our bundles, Next's build and static files, and of the packages they
 * run on only the files they load, with the native modules of one platform alone. No link and no source map is left.
 * Answers with the files' hashes, which the app keeps inside its own archive.
 *
 * @param {string} folder made anew
 * @param {Target} target
 * @returns {Promise<{ version: string, files: Readonly<Record<string, string>> }>} SHA-256 in hex by path
 */
export async function stageDesktop(folder, target = { os: process.platform, arch: process.arch }) {
  const web = join(repositoryRoot, 'web')
  if (!existsSync(join(web, '.next', 'BUILD_ID'))) throw new Error('run `npm run build` first')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copy(join(web, 'dist', 'server'), join(folder, 'web', 'dist', 'server'))
  copy(join(web, '.next'), join(folder, 'web', '.next'), (path) => !isLeftOfBuild(path))
  copy(join(web, 'sample-data'), join(folder, 'web', 'sample-data'))
  for (const name of ['public', 'next.config.mjs', 'no-json-schema.cjs', 'package.json']) {
    if (existsSync(join(web, name))) copy(join(web, name), join(folder, 'web', name))
  }
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'tidemark-server', version, type: 'module' })}\n`,
  )
  for (const path of await loadedFiles()) {
    const from = join(repositoryRoot, path)
    if (!isNeeded(path.split(sep).join('/'), target) || !statSync(from).isFile()) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(from, join(folder, path))
  }
  return { version, files: hashesOf(folder) }
}

/** @param {string} path inside `.next`, with slashes */
function isLeftOfBuild(path) {
  return /^(cache|trace|types|diagnostics|dev|build|standalone)(?:[/-]|$)/.test(path) || path.endsWith('.nft.json')
}

/**
 * The files of packages that our programs, Next's server and each route load, as found by following their imports: ours
 * here, the rest by Next's own traces of its build.
 *
 * @returns {Promise<ReadonlySet<string>>} paths from the repository's root
 */
async function loadedFiles() {
  const dist = join(repositoryRoot, 'web', 'dist', 'server')
  const programs = readdirSync(dist)
    .filter((name) => name.endsWith('.js') && name !== 'service-worker.js')
    .map((name) => join(dist, name))
  const { fileList } = await nodeFileTrace(programs, {
    base: repositoryRoot,
    processCwd: join(repositoryRoot, 'web'),
    ignore: buildOnly,
  })
  const files = new Set(fileList)
  const next = join(repositoryRoot, 'web', '.next')
  for (const name of readdirSync(next, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.nft.json') || name.startsWith('standalone')) continue
    const trace = join(next, name)
    /** @type {{ files: string[] }} */
    const { files: traced } = JSON.parse(readFileSync(trace, 'utf8'))
    for (const file of traced) files.add(relative(repositoryRoot, resolve(dirname(trace), file)))
  }
  return new Set([...files].filter((path) => /(?:^|[/\\])node_modules[/\\]/.test(path)))
}

const platformPackage =
  /(?:^|[/\\@-])(linux|linuxmusl|darwin|win32)[-_](x64|arm64|arm|ia32|riscv64|ppc64|s390x)(?:$|[-_./\\])/

/** @param {string} path @param {Target} target */
function isNeeded(path, { os, arch }) {
  if (neverLoaded.test(path)) return false
  const match = platformPackage.exec(path)
  return match === null || (match[1] === os && match[2] === arch)
}

/**
 * Copies a folder or file with links followed, without source maps.
 *
 * @param {string} from @param {string} to @param {(path: string) => boolean} isWanted by path inside `from`, with slashes
 */
function copy(from, to, isWanted = () => true) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => {
      const path = relative(from, source).split(sep).join('/')
      return path === '' || (path !== 'node_modules' && !path.endsWith('.map') && isWanted(path))
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
  const manifest = await stageDesktop(folder)
  const bytes = Object.keys(manifest.files).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  writeFileSync(join(repositoryRoot, 'dist', 'server-manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  console.log(`${Object.keys(manifest.files).length} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`)
}
