/**
 * Ends a process at once. `kill()` of Electron only asks, and the engine does not listen while it works. One that has ended by
 * itself is let be: the system forgets it before Electron tells of its end.
 */
export function endNow({ pid }: { readonly pid: number | undefined }): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    // Windows refuses to end what is ending.
    if (code !== 'ESRCH' && code !== 'EPERM') throw thrown
  }
}
