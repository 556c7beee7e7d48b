import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns one hash of a text and of files by path and content.
 *
 * @param {string} root
 * @param {readonly string[]} paths relative to root
 * @param {string} text
 */
export function contentHash(root, paths, text) {
  const hash = createHash('sha256').update(text)
  for (const path of paths) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}
