import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openParentPort } from '@/server/engine/process/child-port'
import { giveWay } from '@/server/engine/process/give-way'
import type { ImportJob, ImportMessage, PreviewJob } from './import-job'
import { runImport, runPreview } from './run-import'

/** Pages and questions go first: an upload takes a while anyway. */
const niceness = 5

/**
 * The main function of the process that reads one upload. It takes one job, reports the outcome, and ends when its
 * parent disconnects.
 */
function main(): void {
  giveWay(niceness)
  const port = openParentPort<ImportJob | PreviewJob, ImportMessage>()
  port.onMessage((job) => {
    const onPhase = (phase: ImportPhase) => port.postMessage({ kind: 'phase', phase })
    const running = 'preview' in job ? runPreview(job, onPhase) : runImport(job, onPhase)
    running.then(
      (result) => port.postMessage({ kind: 'ended', result }),
      (thrown: unknown) => port.postMessage({ kind: 'failed', error: toTidemarkError(thrown).toBody() }),
    )
  })
  port.onClose(() => process.exit(0))
  // Ctrl-C reaches the whole process group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

main()
