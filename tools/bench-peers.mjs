import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build/ensure-build.mjs'
import { ensureInstall } from './build/ensure-install.mjs'
import { ensureNode } from './build/ensure-node.mjs'
import { repositoryRoot } from './repository-root.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Measures Tidemark and its peers. The peers are installed only here, on first use, and are not part of the workspace.
 */
const folder = join(repositoryRoot, 'bench', 'peers')

ensureNode()
await ensureInstall()
await ensureBuild()
if (await installPeers()) {
  console.log(`\n${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`)
  const [exitCode] = await once(
    spawn(process.execPath, [join(folder, 'measure-peers.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' }),
    'exit',
  )
  process.exitCode = exitCode ?? 1
}

/** Installs the peers. Returns false if they cannot be had; then there is nothing to compare, which is no failure. */
async function installPeers() {
  if (isInstalled()) return true
  console.log('Installing the peers (half a gigabyte)…')
  const { exitCode, output } = await runCommand('npm', ['ci', '--no-progress'], {
    cwd: folder,
    shell: process.platform === 'win32',
    env: { NODE_ENV: undefined, npm_config_omit: undefined },
  })
  if (exitCode === 0) return true
  console.log(`The peers cannot be installed here, so nothing was compared:\n${output}`)
  return false
}

function isInstalled() {
  const installed = join(folder, 'node_modules', '@rocicorp', 'zero', 'package.json')
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['@rocicorp/zero']
  return JSON.parse(readFileSync(installed, 'utf8')).version === wanted
}
