/**
 * Kills a process at once: Electron's `kill()` only asks, and the engine does not listen while it works. A process that
 * has already ended is ignored, because Electron tells of the end late.
 */
export function endNow({ pid }: { readonly pid: number | undefined }): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    // Windows refuses (EPERM) to end a process that is ending.
    if (code !== 'ESRCH' && code !== 'EPERM') throw thrown
  }
}
