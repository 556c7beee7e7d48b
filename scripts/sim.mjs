import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstall } from './ensure-install.mjs'
import { ensureNode } from './ensure-node.mjs'
import { repositoryRoot } from './repository-root.mjs'

ensureNode()
await ensureInstall()
const { build } = await import('esbuild')
const outfile = join(repositoryRoot, 'web', 'dist', 'sim', 'main.js')
await build({
  absWorkingDir: repositoryRoot,
  entryPoints: ['web/sim/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  tsconfig: join(repositoryRoot, 'web', 'tsconfig.json'),
  sourcemap: true,
  logLevel: 'warning',
})
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)], { stdio: 'inherit' })
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
