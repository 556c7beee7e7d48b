import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a PostgreSQL that ends with this process: when this process is killed, its end of the pipe closes. */
export async function startPostgresBeside(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL('keep-postgres.mjs', import.meta.url))
  const keeper = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(keeper, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    keeper.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    keeper.once('error', reject)
    keeper.once('exit', (code) => reject(new Error(`PostgreSQL did not start: its keeper ended with ${code}`)))
  })
  return {
    url,
    stop: async () => {
      keeper.stdin.end()
      await ended
    },
  }
}
