import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const sectionSchema = z.looseObject({ offset: z.object({ line: z.int(), column: z.int() }) })
/** A source map of version 3, whole or in sections. */
const sourceMapSchema = z.looseObject({
  mappings: z.optional(z.string()),
  sections: z.optional(z.array(sectionSchema)),
  debug_id: z.optional(z.string()),
})

/**
 * Gives each script below a folder that has a source map (`<name>.map`) an id, and the same id to its map: an error
 * report names the id, by which the map is found wherever the script came from. The script announces its id when it
 * runs, in the form that Sentry's SDKs read (`_sentryDebugIds`). Existing ids are kept.
 *
 * Ids are derived from the contents, so the same build has the same ids. sentry-cli is not used, because it skips maps
 * whose names are escaped in the script, such as Next's `[root-of-the-server]….js`.
 *
 * @param {string} folder
 * @param {string} [maps] where the maps are, by the same paths; beside the scripts when absent
 * @returns {number} how many scripts have one
 */
export function injectDebugIds(folder, maps = folder) {
  const paths = scriptsWithMaps(folder, maps)
  for (const path of paths) {
    const script = join(folder, path)
    const mapPath = join(maps, `${path}.map`)
    const code = readFileSync(script, 'utf8')
    if (debugIdOf(code) !== null) continue
    const map = readFileSync(mapPath, 'utf8')
    const id = toUuid(createHash('sha256').update(code).update(map).digest('hex'))
    const lines = code.trimEnd().split('\n')
    const at = firstFreeLine(lines)
    lines.splice(at, 0, announcement(id))
    lines.push(`//# debugId=${id}`, '')
    const moved = insertLine(sourceMapSchema.parse(JSON.parse(map)), at, script)
    writeFileSync(mapPath, JSON.stringify({ ...moved, debug_id: id }))
    writeFileSync(script, lines.join('\n'))
  }
  return paths.length
}

/**
 * Returns problems that would keep a report from finding the maps in a folder; each begins with a script's path.
 *
 * @param {string} folder
 * @returns {readonly string[]}
 */
export function debugIdProblems(folder) {
  return scriptsWithMaps(folder).flatMap((path) => {
    const id = debugIdOf(readFileSync(join(folder, path), 'utf8'))
    if (id === null) return [`${path}: has no debug id`]
    const map = sourceMapSchema.parse(JSON.parse(readFileSync(join(folder, `${path}.map`), 'utf8')))
    return map.debug_id === id ? [] : [`${path}: its source map has another debug id`]
  })
}

/** Returns the paths of scripts with maps, relative to the folder. @param {string} folder @param {string} [maps] */
export function scriptsWithMaps(folder, maps = folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?js$/.test(path) && existsSync(join(maps, `${path}.map`)))
    .sort()
}

/** @param {string} code @returns {string | null} */
function debugIdOf(code) {
  return /^\/\/# debugId=([\da-f-]{36})$/m.exec(code)?.[1] ?? null
}

/**
 * Returns the first line after those that must come first: a shebang and directives.
 *
 * @param {readonly string[]} lines
 */
function firstFreeLine(lines) {
  const at = lines.findIndex((line) => !/^(?:#!.*|(['"])use [a-z ]+\1;?)$/.test(line))
  return at === -1 ? lines.length : at
}

/**
 * Returns code that announces a script's id by the stack of an error made in it, which names the file however it was
 * loaded.
 *
 * @param {string} id
 */
function announcement(id) {
  return `;(()=>{try{const e=globalThis,n=new e.Error().stack;if(n){e._sentryDebugIds??={};e._sentryDebugIds[n]="${id}"}}catch{}})();`
}

/**
 * Returns the map of a script to which a line was added.
 *
 * @param {z.infer<typeof sourceMapSchema>} map @param {number} at @param {string} script
 */
function insertLine(map, at, script) {
  const { mappings, sections } = map
  if (sections !== undefined) {
    if (at > 0) throw new Error(`${script}: begins with a directive, and its source map is in sections`)
    return { ...map, sections: sections.map((section) => ({ ...section, offset: below(section.offset) })) }
  }
  const lines = (mappings ?? '').split(';')
  return { ...map, mappings: [...lines.slice(0, at), '', ...lines.slice(at)].join(';') }
}

/** @param {{ line: number, column: number }} offset */
function below({ line, column }) {
  return { line: line + 1, column }
}

/** @param {string} hex of at least 32 digits */
function toUuid(hex) {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
