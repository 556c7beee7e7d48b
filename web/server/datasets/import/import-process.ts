import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openParentPort } from '@/server/engine/process/child-port'
import type { ImportJob, ImportMessage, PreviewJob } from './import-job'
import { runImport, runPreview } from './run-import'

/** The process one upload is read in: takes one job, says what came of it, and ends when its parent lets go. */
function main(): void {
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
  // Ctrl-C reaches the whole group of processes; the parent decides when this one ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

main()
