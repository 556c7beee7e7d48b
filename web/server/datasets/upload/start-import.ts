import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { OpenProcess } from '@/server/engine/process/process-port'
import type { ImportJob, ImportMessage, ImportResult, PreviewJob, PreviewOutcome } from '../import/import-job'

interface ImportStart<Job extends ImportJob> {
  readonly openProcess: OpenProcess
  /** The path of the built `import-process`. */
  readonly entryPath: string
  readonly job: Job
  readonly onPhase: (phase: ImportPhase) => void
  /** Aborting it kills the process at once. */
  readonly signal: AbortSignal
}

/**
 * Runs a job in a separate process, so that a file that crashes the reader or exhausts its memory harms nothing else.
 * Fails with the import's own error, `upload-cancelled`, or `upload-unreadable` if the process ended by itself.
 */
export async function startImport(start: ImportStart<ImportJob>): Promise<ImportResult> {
  const result = await startJob(start)
  if (result.kind === 'preview') throw new Error('an import was answered with a preview')
  return result
}

/** Runs a preview job in the same way. */
export async function startPreview(start: ImportStart<PreviewJob>): Promise<PreviewOutcome> {
  const result = await startJob(start)
  if (result.kind !== 'preview') throw new Error('a preview was answered with an import')
  return result
}

function startJob({
  openProcess,
  entryPath,
  job,
  onPhase,
  signal,
}: ImportStart<ImportJob>): Promise<ImportResult | PreviewOutcome> {
  if (signal.aborted) return Promise.reject(new TidemarkError('upload-cancelled'))
  return new Promise<ImportResult | PreviewOutcome>((resolve, reject) => {
    const child = openProcess<ImportMessage, ImportJob>({ entryPath })
    const onAbort = () => {
      child.kill()
      reject(new TidemarkError('upload-cancelled'))
    }
    const finish = () => {
      signal.removeEventListener('abort', onAbort)
      child.kill()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    child.onExit((how) => {
      signal.removeEventListener('abort', onAbort)
      reject(
        new TidemarkError('upload-unreadable', {
          detail: 'The process that read it ended.',
          hint: 'The file may need more memory than this machine has. A smaller file, or Parquet, may work.',
          cause: new Error(`import process: ${how}`),
        }),
      )
    })
    child.onMessage((message) => {
      switch (message.kind) {
        case 'phase':
          onPhase(message.phase)
          break
        case 'ended':
          finish()
          resolve(message.result)
          break
        case 'failed':
          finish()
          reject(new TidemarkError(message.error.code, message.error))
          break
        default:
          assertNever(message)
      }
    })
    child.postMessage(job)
  })
}
