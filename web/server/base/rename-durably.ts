import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Renames a completely written file so that after a power cut it is either complete or absent. Both paths must be in
 * one folder.
 */
export function renameDurably(from: string, to: string): void {
  bringToDisk(from, 'r+')
  renameSync(from, to)
  // Windows cannot sync a folder; its renames are durable without it.
  if (process.platform !== 'win32') bringToDisk(dirname(to), 'r')
}

function bringToDisk(path: string, mode: 'r' | 'r+'): void {
  const opened = openSync(path, mode)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
