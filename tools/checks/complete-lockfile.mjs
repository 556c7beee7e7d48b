import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * @typedef {{ version?: string, resolved?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Returns the platform packages that a lockfile lacks. npm leaves out those it could not fetch when it wrote the file,
 * and then `npm ci` refuses the file wherever they can be fetched (npm/cli #4828).
 *
 * @param {Lockfile} lockfile
 * @returns {[path: string, entry: LockedPackage][]}
 */
export function forgottenPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => {
        const folder = path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules/'.length)
        const entry = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true }
        return /** @type {[string, LockedPackage]} */ ([`${folder}${name}`, entry])
      }),
  )
}

/**
 * Returns true if Node would find the package from that path.
 *
 * @param {Lockfile['packages']} packages @param {string} path @param {string} name
 */
function isLocked(packages, path, name) {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  return ['', ...folders].some(
    (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
  )
}

/** Reads the platform from a package's name: `…/swc-win32-arm64-msvc` is for win32 on arm64. @param {string} name */
function platformOf(name) {
  const os = /(android|darwin|freebsd|linux|openbsd|openharmony|win32)/.exec(name)?.[1]
  const cpu = /(arm64|x64|ia32|loong64|ppc64|riscv64|s390x|wasm32|arm)/.exec(name.slice(name.indexOf('/')))?.[1]
  const libc = os !== 'linux' ? undefined : name.includes('musl') ? 'musl' : 'glibc'
  if (cpu === undefined)
    throw new Error(`${name} does not say which platform it is for: add it to package-lock.json by hand`)
  return { cpu: [cpu], ...(os === undefined ? {} : { os: [os] }), ...(libc === undefined ? {} : { libc: [libc] }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(repositoryRoot, 'package-lock.json')
  /** @type {Lockfile} */
  const lockfile = JSON.parse(readFileSync(path, 'utf8'))
  const forgotten = forgottenPackages(lockfile)
  const packages = Object.entries({ ...lockfile.packages, ...Object.fromEntries(forgotten) })
  lockfile.packages = Object.fromEntries(packages.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)
  console.log(`${forgotten.length} platform packages added to package-lock.json`)
}
