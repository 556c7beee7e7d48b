import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../testkit/servers/built-server.mjs'
import { repositoryRoot } from '../../tools/repository-root.mjs'
import { runCommand } from '../../tools/run-command.mjs'

const folder = join(repositoryRoot, 'bench', 'pages', 'bare-next')
const environment = /** @type {const} */ ({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })

/** Builds (once) and starts a Next app with one empty page. */
export async function startBareNext() {
  if (!existsSync(join(folder, '.next', 'BUILD_ID'))) {
    const next = join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next')
    const { exitCode, output } = await runCommand(process.execPath, [next, 'build', folder], {
      cwd: folder,
      env: environment,
    })
    if (exitCode !== 0) throw new Error(`the bare Next app did not build:\n${output}`)
  }
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'server.mjs'), String(port)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => chunk.includes('ready to answer') && resolve(undefined))
    child.once('exit', (code) => reject(new Error(`the bare Next app ended with ${code}`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
