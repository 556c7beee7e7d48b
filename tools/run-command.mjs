import { spawn } from 'node:child_process'

/**
 * Runs a program to its end and collects its output. Ctrl-C on this process reaches it through the terminal.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Readonly<Record<string, string | undefined>>, show?: boolean, shell?: boolean }} options
 * show: print its output as it comes.
 * @returns {Promise<{ exitCode: number, output: string, durationMs: number }>} exitCode is 1 when a signal ended it.
 */
export async function runCommand(command, args, { cwd, env, show = false, shell = false }) {
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd,
    shell,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  /** @type {Buffer[]} */
  const chunks = []
  for (const [stream, target] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      chunks.push(chunk)
      if (show) target.write(chunk)
    })
  }
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
  return { exitCode, output: Buffer.concat(chunks).toString('utf8'), durationMs: performance.now() - startedAt }
}
