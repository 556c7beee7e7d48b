import { ensureNode } from './ensure-node.mjs'

ensureNode()
process.env['NODE_ENV'] = 'development'
process.env['NEXT_TELEMETRY_DISABLED'] = '1'
process.env['TIDEMARK_DEV'] = '1'

const { ensureInstall } = await import('./ensure-install.mjs')
await ensureInstall()
const { buildServer } = await import('./build.mjs')
await buildServer()

await import(new URL('../web/dist/server/main.js', import.meta.url).href)
