import { ensureNode } from './ensure-node.mjs'

/** Runs a command of the operator (`export`, `import`, `backup`, `restore`, `epoch:raise`) on the store. */
ensureNode()
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })

try {
  const { ensureInstall } = await import('./ensure-install.mjs')
  await ensureInstall()
  const { ensureBuild } = await import('./ensure-build.mjs')
  await ensureBuild()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

await import(new URL('../web/dist/server/operations-process.js', import.meta.url).href)
