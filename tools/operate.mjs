import { existsSync } from 'node:fs'
import { ensureNode } from './build/ensure-node.mjs'

/**
 * Runs a command of the operator (`export`, `import`, `backup`, `restore`, `epoch:raise`, `user:reset`) on the store. It builds only where
 * nothing is built: a server may be running on what there is.
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
