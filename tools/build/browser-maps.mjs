import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const reference = /^(?:\/\/|\/\*)[#@] sourceMappingURL=([^\s*]+).*\n?/gm

/**
 * Moves the source maps of browser scripts and style sheets to a folder that is never served, each named after its
 * file, and removes the lines that refer to them, because browsers would request them.
 *
 * @param {string} served with scripts and style sheets @param {string} folder made anew
 */
export function takeBrowserMaps(served, folder) {
  rmSync(folder, { recursive: true, force: true })
  const paths = readdirSync(served, { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((each) => /\.(?:js|css)$/.test(each))) {
    const code = readFileSync(join(served, path), 'utf8')
    const name = [...code.matchAll(reference)].at(-1)?.[1]
    if (name === undefined) continue
    // Next names maps by their content.
    const map = join(served, dirname(path), decodeURIComponent(name))
    if (existsSync(map)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(map, join(folder, `${path}.map`))
    }
    writeFileSync(join(served, path), code.replace(reference, ''))
  }
  for (const path of paths.filter((each) => each.endsWith('.map'))) rmSync(join(served, path))
}
