import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Gives a whole file its name, so that a power cut leaves it whole, or not there. Both paths are in one folder. */
export function renameDurably(from: string, to: string): void {
  bringToDisk(from, 'r+')
  renameSync(from, to)
  // Windows cannot sync a folder; its renames are durable without.
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
