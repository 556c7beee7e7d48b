import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repositoryRoot } from '../repository-root.mjs'

const built = /** @type {const} */ (['desktop/dist', 'web/dist/server', 'web/.next/server'])

/**
 * Copies the source maps of the build to a folder of their own, by their places in the checkout: packages hold none, and who
 * reads an error report needs those of its version.
 *
 * @param {string} folder made anew
 * @returns {number} how many there are
 */
export function collectSourceMaps(folder) {
  rmSync(folder, { recursive: true, force: true })
  const maps = built.flatMap((place) =>
    readdirSync(join(repositoryRoot, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const path of maps) {
    const to = join(folder, relative(repositoryRoot, path))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(path, to)
  }
  return maps.length
}
