import { Worker } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RowSink } from '@/server/engine/process/engine-messages'
import { openParentPort } from '@/server/engine/process/child-port'
import type { FromSqlite, ToSqlite } from './sqlite-messages'
import { runSqliteJob } from './sqlite-run'

/** The memory limit of the whole process. SQLite itself has none, and receives no messages while it works. */
const maxMemoryBytes = 1024 * 1024 * 1024

/** The main function of the process that reads SQLite files, one job at a time. Killing the process stops a job. */
function main(): void {
  const port = openParentPort<ToSqlite, FromSqlite>()
  let more: (() => void) | undefined
  const sink: RowSink = {
    start: (fields) => port.postMessage({ kind: 'fields', fields }),
    write: (batch) =>
      new Promise((resolve) => {
        more = resolve
        port.postMessage({ kind: 'batch', batch })
      }),
  }
  port.onMessage((message) => {
    if (message.kind === 'more') return more?.()
    runSqliteJob(message.job, sink).then(
      (answer) => port.postMessage(answer),
      (thrown: unknown) => port.postMessage({ kind: 'failed', error: toTidemarkError(thrown).toBody() }),
    )
  })
  port.onClose(() => process.exit(0))
  // Ctrl-C reaches the whole process group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  watch()
}

/**
 * Watches memory and parent in a separate thread, because the main thread is blocked by a statement when it matters.
 */
function watch(): void {
  const guard = `
    const { workerData } = require('node:worker_threads')
    const parent = process.ppid
    setInterval(() => {
      const isOrphan = process.ppid !== parent
      if (isOrphan || process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL')
    }, 100)`
  const worker = new Worker(guard, { eval: true, workerData: maxMemoryBytes, env: {}, execArgv: [] })
  worker.unref()
}

main()
