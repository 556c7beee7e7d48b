import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { browserMapsFolder } from '../build/build.mjs'
import { debugIdProblems, scriptsWithMaps } from '../build/debug-ids.mjs'
import { repositoryRoot } from '../repository-root.mjs'

/**
 * For the main process and its windows, the host and its programs, pages on the server, and browsers: where scripts and
 * maps are, and where both are copied. sentry-cli ignores folders that begin with a dot.
 */
const places = /** @type {const} */ ([
  { scripts: 'desktop/dist', maps: 'desktop/dist', to: 'desktop/dist' },
  { scripts: 'web/dist/server', maps: 'web/dist/server', to: 'web/dist/server' },
  { scripts: 'web/.next/server', maps: 'web/.next/server', to: 'web/next/server' },
  { scripts: 'web/.next/static', maps: relative(repositoryRoot, browserMapsFolder), to: 'web/next/static' },
])

/**
 * Copies the build's scripts with their source maps to a separate folder: packages contain no maps, but reading an
 * error report needs those of its version.
 *
 * @param {string} folder made anew
 * @returns {number} how many maps there are
 */
export function collectSourceMaps(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const { scripts, maps, to } of places) {
    const paths = scriptsWithMaps(join(repositoryRoot, scripts), join(repositoryRoot, maps))
    if (paths.length === 0) throw new Error(`${scripts}: the build left no source maps of it`)
    for (const path of paths) {
      copy(join(repositoryRoot, scripts, path), join(folder, to, path))
      copy(join(repositoryRoot, maps, `${path}.map`), join(folder, to, `${path}.map`))
    }
  }
  const problems = debugIdProblems(folder)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return scriptsWithMaps(folder).length
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
