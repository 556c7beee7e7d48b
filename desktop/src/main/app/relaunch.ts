import { spawn } from 'node:child_process'
import { app } from 'electron'

/** Waits for the process given as the first argument, then executes the command given by the others. */
const waitAndStart = 'while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; exec "$@"'

/**
 * Relaunches Tidemark when this process has ended. opened: absolute file paths and links to open; what this process was
 * given to open is not opened again.
 */
export function relaunch(opened: readonly string[] = []): void {
  const { argv, env, pid } = process
  const programArguments = ownArgumentCount()
  const options = argv.slice(programArguments).filter((argument) => argument.startsWith('-'))
  const args = [...argv.slice(1, programArguments), ...options, ...opened]
  const appImage = env['APPIMAGE']
  if (!app.isPackaged || appImage === undefined) return app.relaunch({ args })
  // `app.relaunch` runs a helper from the mounted image, which is unmounted when this process ends
  // (electron-builder#1727).
  spawn('/bin/sh', ['-c', waitAndStart, String(pid), appImage, ...args], { detached: true, stdio: 'ignore' }).unref()
}

/** Counts the leading arguments that are not the person's: the program, and in development its folder. */
export function ownArgumentCount(): number {
  return app.isPackaged ? 1 : 2
}
