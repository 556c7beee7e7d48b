import { execFileSync } from 'node:child_process'

/**
 * Mounts a small disk on a folder. options: as `mount` accepts them for a tmpfs. Returns false if that is not
 * permitted.
 */
export function mountSmallDisk(path: string, options: string): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    // Only root may mount, and not in every container; the caller skips its test and says so.
    return false
  }
}

/** Unmounts the disk, even if files on it are open. */
export function unmountSmallDisk(path: string): void {
  execFileSync('/bin/umount', ['-l', path])
}
