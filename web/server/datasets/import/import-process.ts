import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openParentPort } from '@/server/engine/process/child-port'
import type { ImportJob, ImportMessage } from './import-job'
import { runImport } from './run-import'

/** The process one upload is read in: takes one job, says what came of it, and ends when its parent lets go. */
function main(): void {
  const port = openParentPort<ImportJob, ImportMessage>()
  port.onMessage((job) => {
    runImport(job, (phase) => port.postMessage({ kind: 'phase', phase })).then(
      (result) => port.postMessage({ kind: 'ended', result }),
      (thrown: unknown) => port.postMessage({ kind: 'failed', error: toTidemarkError(thrown).toBody() }),
    )
  })
  port.onClose(() => process.exit(0))
  // Ctrl-C reaches the whole group of processes; the parent decides when this one ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

main()
