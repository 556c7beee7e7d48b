import { execFileSync } from 'node:child_process'

/** Makes a folder a disk of its own, of few bytes. options: as `mount` takes them for a tmpfs. False where that is not permitted. */
export function mountSmallDisk(path: string, options: string): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    // Only root may mount, and not in every container; the caller skips and says so.
    return false
  }
}

/** Takes the disk away, also while files on it are open. */
export function unmountSmallDisk(path: string): void {
  execFileSync('/bin/umount', ['-l', path])
}
