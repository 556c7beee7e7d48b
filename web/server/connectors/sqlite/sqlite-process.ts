import { Worker } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RowSink } from '@/server/engine/process/engine-messages'
import { openParentPort } from '@/server/engine/process/child-port'
import type { FromSqlite, ToSqlite } from './sqlite-messages'
import { runSqliteJob } from './sqlite-run'

/** The memory of the whole process; SQLite itself has no limit, and takes no message while it works. */
const maxMemoryBytes = 1024 * 1024 * 1024

/** The process SQLite files are read in: one job at a time. Ending the process stops a job. */
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
  // Ctrl-C reaches the whole group of processes; the parent decides when this one ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  watch()
}

/** In a thread of its own: this one is in the middle of a statement when it matters. */
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
