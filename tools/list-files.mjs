import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const generatedFolders = new Set([
  '.git',
  'node_modules',
  '.next',
  'dist',
  'test-results',
  'playwright-report',
  '.tidemark',
])

/**
 * Lists the source files under a folder, without installed and built files and those left by a run. Paths are relative
 * to root, with forward slashes, in a fixed order; empty if there is no such folder.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(root, folder) {
  /** @type {string[]} */
  const paths = []
  /** @type {string[]} */
  const folders = [folder]
  for (const current of folders) {
    for (const entry of readEntries(join(root, current))) {
      const path = `${current}/${entry.name}`
      if (entry.isDirectory()) {
        if (!generatedFolders.has(entry.name)) folders.push(path)
      } else if (entry.isFile() && entry.name !== 'next-env.d.ts') paths.push(path)
    }
  }
  return paths.toSorted()
}

/** @param {string} folder */
function readEntries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
