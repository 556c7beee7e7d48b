import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './find-program.mjs'

/** @typedef {import('./package-names.mjs').PackageName} PackageName */

/**
 * The parts of an unpacked app.
 *
 * @typedef {{ root: string, app: string, resources: string, program: string, fuseTarget: string }} UnpackedApp
 * root: all that the package installs, by place. app: its own folder. program: what is started. fuseTarget: as
 * `@electron/fuses` wants it named.
 */

/** The programs that unpack a format, in order of preference. */
const unpackers = /** @type {const} */ ({
  AppImage: ['unsquashfs'],
  deb: ['dpkg-deb'],
  rpm: ['rpm2archive'],
  'tar.gz': ['tar'],
  dmg: ['7z'],
  zip: ['7za', '7z'],
  exe: ['7z'],
})

const largestArchiveBytes = 2 ** 31 - 1

/**
 * Returns the program that is missing here to unpack a package of this format, or null.
 *
 * @param {PackageName['format']} format
 */
export function missingUnpacker(format) {
  return unpackers[format].some((name) => findProgram(name) !== null) ? null : unpackers[format][0]
}

/**
 * Unpacks a package without running any part of it.
 *
 * @param {string} path @param {PackageName} name @param {string} root made anew @returns {UnpackedApp}
 */
export function unpack(path, name, root) {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const program = unpackers[name.format].map(findProgram).find((found) => found !== null)
  if (program === undefined || program === null)
    throw new Error(`looking into a ${name.format} needs ${unpackers[name.format][0]}`)
  /** @param {readonly string[]} args */
  const run = (...args) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 2 ** 26 })
  switch (name.format) {
    case 'AppImage':
      run('-q', '-n', '-f', '-o', String(squashOffset(path)), '-d', root, path)
      break
    case 'deb':
      run('-x', path, root)
      break
    case 'tar.gz':
      run('-xzf', path, '-C', root, '--strip-components=1')
      break
    case 'rpm':
      execFileSync('tar', ['-x', '-C', root], {
        input: execFileSync(program, ['-n', '-'], { input: readFileSync(path), maxBuffer: largestArchiveBytes }),
      })
      break
    default:
      run('x', '-y', '-snld', `-o${root}`, path)
  }
  if (name.format === 'exe') unpackInstaller(root, run)
  return partsOf(root, name)
}

/**
 * Unpacks an installer for Windows, which contains the app as another archive.
 *
 * @param {string} root @param {(...args: string[]) => void} run
 */
function unpackInstaller(root, run) {
  const inner = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) =>
    /app-(?:64|arm64)\.7z$/.test(path),
  )
  if (inner === undefined) throw new Error('the installer holds no app')
  run('x', '-y', `-o${root}`, join(root, inner))
}

/**
 * Returns the paths of an unpacked package's parts.
 *
 * @param {string} root @param {PackageName} name @returns {UnpackedApp}
 */
export function partsOf(root, { os, format }) {
  if (os === 'mac') {
    const app = join(root, mustFind(root, 'Tidemark.app'))
    const resources = join(app, 'Contents', 'Resources')
    return { root, app, resources, program: join(app, 'Contents', 'MacOS', 'Tidemark'), fuseTarget: app }
  }
  const app = format === 'deb' || format === 'rpm' ? join(root, 'opt', 'Tidemark') : root
  const program = join(app, os === 'win' ? 'Tidemark.exe' : 'tidemark')
  if (!existsSync(program)) throw new Error(`there is no ${program.slice(root.length + 1)} in it`)
  return { root, app, resources: join(app, 'resources'), program, fuseTarget: program }
}

/** @param {string} root @param {string} name */
function mustFind(root, name) {
  const found = [name, ...readdirSync(root).map((folder) => join(folder, name))].find((path) =>
    existsSync(join(root, path)),
  )
  if (found === undefined) throw new Error(`there is no ${name} in it`)
  return found
}

/** Returns the offset of an AppImage's file system, which follows its runtime. @param {string} path */
function squashOffset(path) {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(Math.min(4 * 2 ** 20, statSync(path).size))
    readSync(file, head, 0, head.length, 0)
    for (let at = head.indexOf('hsqs'); at !== -1; at = head.indexOf('hsqs', at + 1)) {
      // Version 4.0 at its position in the file system's header.
      if (head.readUInt16LE(at + 28) === 4 && head.readUInt16LE(at + 30) === 0) return at
    }
  } finally {
    closeSync(file)
  }
  throw new Error('there is no file system in the AppImage')
}
