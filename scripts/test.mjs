import { ensureNode } from './ensure-node.mjs'

ensureNode()

const { ensureInstall } = await import('./ensure-install.mjs')
await ensureInstall()
const { runAllTests } = await import('./run-all-tests.mjs')
await runAllTests()
