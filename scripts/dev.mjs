import { ensureNode } from './ensure-node.mjs'

ensureNode()
Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', TIDEMARK_DEV: '1' })

const { ensureInstall } = await import('./ensure-install.mjs')
await ensureInstall()
const { buildServer } = await import('./build.mjs')
await buildServer()

await import(new URL('../web/dist/server/main.js', import.meta.url).href)
