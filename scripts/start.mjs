import { ensureNode } from './ensure-node.mjs'

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

// The host runs in this process, so that Ctrl-C reaches it directly; it prints the address and closes the stores.
await import(new URL('../web/dist/server/main.js', import.meta.url).href)
