import { closeSync, openSync, readSync } from 'node:fs'

/** @typedef {{ os: 'linux' | 'darwin' | 'win32', arch: 'x64' | 'arm64' | 'other' }} BinaryTarget */

/**
 * Reads the platform of a native program or library from its header; null if it is neither ELF, PE nor Mach-O.
 *
 * @param {string} path @returns {BinaryTarget | null}
 */
export function readBinaryTarget(path) {
  const head = readHead(path)
  if (head.length < 64) return null
  if (head.readUInt32BE(0) === 0x7f454c46) return { os: 'linux', arch: archOf(head.readUInt16LE(18), 0x3e, 0xb7) }
  if (head.readUInt32LE(0) === 0xfeedfacf) {
    return { os: 'darwin', arch: archOf(head.readUInt32LE(4), 0x0100_0007, 0x0100_000c) }
  }
  const pe = peOffset(head)
  return pe === null ? null : { os: 'win32', arch: archOf(head.readUInt16LE(pe + 4), 0x8664, 0xaa64) }
}

/** Returns true if a program for Windows carries a signature. Only Windows can verify it. @param {string} path */
export function isSignedProgram(path) {
  const head = readHead(path)
  const pe = peOffset(head)
  if (pe === null) return false
  const optional = pe + 24
  // The fifth data directory, which follow an optional header of 96 bytes, or 112 bytes in 64-bit programs.
  const directory = optional + (head.readUInt16LE(optional) === 0x20b ? 112 : 96) + 4 * 8
  return directory + 8 <= head.length && head.readUInt32LE(directory + 4) > 0
}

/** @param {number} machine @param {number} x64 @param {number} arm64 */
function archOf(machine, x64, arm64) {
  return machine === x64 ? 'x64' : machine === arm64 ? 'arm64' : 'other'
}

/** @param {Buffer} head */
function peOffset(head) {
  if (head.length < 64 || head.readUInt16LE(0) !== 0x5a4d) return null
  const offset = head.readUInt32LE(60)
  return offset + 24 < head.length && head.readUInt32LE(offset) === 0x4550 ? offset : null
}

/** @param {string} path */
function readHead(path) {
  const head = Buffer.alloc(4096)
  const file = openSync(path, 'r')
  try {
    return head.subarray(0, readSync(file, head, 0, head.length, 0))
  } finally {
    closeSync(file)
  }
}
