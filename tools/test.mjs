import { ensureNode } from './build/ensure-node.mjs'

ensureNode()

const { ensureInstall } = await import('./build/ensure-install.mjs')
await ensureInstall()
const { runAllTests } = await import('./checks/run-all-tests.mjs')
await runAllTests()
