import { spawn } from 'node:child_process'
import { app } from 'electron'

/** Waits for the process of the first argument, then becomes the program of the others. */
const waitAndStart = 'while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; exec "$@"'

/**
 * Starts Tidemark once more when this process has ended. opened: files, by whole paths, and links for it to open; what this
 * start was given to open is not opened again.
 */
export function relaunch(opened: readonly string[] = []): void {
  const { argv, env, pid } = process
  const programArguments = ownArgumentCount()
  const options = argv.slice(programArguments).filter((argument) => argument.startsWith('-'))
  const args = [...argv.slice(1, programArguments), ...options, ...opened]
  const appImage = env['APPIMAGE']
  if (!app.isPackaged || appImage === undefined) return app.relaunch({ args })
  // Electron's own way waits within the mounted image, which goes with this process (electron-builder#1727).
  spawn('/bin/sh', ['-c', waitAndStart, String(pid), appImage, ...args], { detached: true, stdio: 'ignore' }).unref()
}

/** The count of own arguments on the command line: the program, and in development its folder. */
export function ownArgumentCount(): number {
  return app.isPackaged ? 1 : 2
}
