import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of a program on this machine, or null. @param {string} name */
export function findProgram(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // The program is not in this folder.
    }
  }
  return null
}
