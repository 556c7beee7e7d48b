import { existsSync } from 'node:fs'
import { ensureNode } from './build/ensure-node.mjs'

/**
 * Runs an operator's command (`export`, `import`, `backup`, `restore`, `epoch:raise`, `check`, `user:reset`) on the store.
 * Builds only if there is no build yet, because a server may be running on the existing one.
 */
ensureNode()
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })

const name = process.argv[2] === 'user:reset' ? 'user-reset' : 'operations'
const program = new URL(`../web/dist/server/${name}-process.js`, import.meta.url)
if (!existsSync(program)) {
  try {
    const { ensureInstall } = await import('./build/ensure-install.mjs')
    await ensureInstall()
    const { ensureBuild } = await import('./build/ensure-build.mjs')
    await ensureBuild()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

await import(program.href)
