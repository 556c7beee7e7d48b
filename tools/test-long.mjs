import { join } from 'node:path'
import { ensureNode } from './build/ensure-node.mjs'

ensureNode()
const { ensureInstall } = await import('./build/ensure-install.mjs')
await ensureInstall()
const { ensureBuild } = await import('./build/ensure-build.mjs')
const { ensureChromium } = await import('./checks/ensure-chromium.mjs')
const { repositoryRoot } = await import('./repository-root.mjs')
const { runCommand } = await import('./run-command.mjs')
await ensureBuild()
await ensureChromium()

const modules = join(repositoryRoot, 'node_modules')
const playwright = join(modules, '@playwright', 'test', 'cli.js')
const runs = /** @type {const} */ ([
  [join(modules, 'vitest', 'vitest.mjs'), 'run'],
  [playwright, 'test', '--repeat-each=5'],
  [playwright, 'test', '-c', 'desktop/e2e/playwright.config.ts'],
])
for (const args of runs) {
  const { exitCode } = await runCommand(process.execPath, args, {
    cwd: repositoryRoot,
    env: { TIDEMARK_LONG: '1', TIDEMARK_KILLS: '20', CI: 'true' },
    show: true,
  })
  if (exitCode !== 0) process.exitCode = 1
}
