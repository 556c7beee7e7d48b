import { ensureNode } from './build/ensure-node.mjs'

ensureNode()
endWithNpm()
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })

try {
  const { ensureInstall } = await import('./build/ensure-install.mjs')
  await ensureInstall()
  const { ensureBuild } = await import('./build/ensure-build.mjs')
  await ensureBuild()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// The host runs in this process, so that Ctrl-C reaches it directly; it prints the address and closes the stores.
await import(new URL('../web/dist/server/main.js', import.meta.url).href)

/**
 * Ends this process when npm's shell ends: a terminated npm ends its shell without telling its children, and a
 * forgotten server would keep its port and data, or even still start. Without npm this does nothing.
 */
function endWithNpm() {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
