import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureNode } from './build/ensure-node.mjs'

ensureNode()
Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', TIDEMARK_DEV: '1' })

const { ensureInstall } = await import('./build/ensure-install.mjs')
await ensureInstall()
const { buildServer, developmentFolder } = await import('./build/build.mjs')
await buildServer(developmentFolder)

await import(pathToFileURL(join(developmentFolder, 'main.js')).href)
