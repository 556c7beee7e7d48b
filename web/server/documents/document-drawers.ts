import { Worker } from 'node:worker_threads'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@tidemark/shared/observability/logger'
import { logFailure } from '../observability/log-failure'
import type {
  DocumentAnswers,
  DocumentNeeds,
  DocumentRequest,
  DrawnFile,
  FromDocumentWorker,
  ToDocumentWorker,
} from './document-messages'

/** Draws documents in workers, which are kept for the next ones. */
export interface DocumentDrawers {
  /**
   * Fails with `query-cancelled` once the signal aborts, and with `document-failed` if the worker ends by itself. A worker
   * that did not answer to the end is ended, and the next drawing gets another. Nobody waits until it has ended: it may
   * be within a native call.
   */
  draw(
    request: DocumentRequest,
    answersOf: (needs: DocumentNeeds) => Promise<DocumentAnswers>,
    signal: AbortSignal,
  ): Promise<DrawnFile>
  close(): Promise<void>
}

interface DocumentDrawersOptions {
  readonly log: Logger
  /** The path of the bundled `document-process.js`. */
  readonly drawerPath: string
  /** For how long a worker without a drawing is kept. */
  readonly idleMs?: number
  readonly maxMemoryMb?: number
}

/** A worker takes a second of processor to start. */
const mostIdle = 2
const defaultIdleMs = 60_000
const defaultMemoryMb = 512

export function createDocumentDrawers({
  log,
  drawerPath,
  idleMs = defaultIdleMs,
  maxMemoryMb = defaultMemoryMb,
}: DocumentDrawersOptions): DocumentDrawers {
  const idle = new Map<Worker, NodeJS.Timeout>()

  const end = async (worker: Worker): Promise<void> => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    await worker.terminate()
  }

  const take = (): Worker => {
    const [kept] = idle.keys()
    if (kept === undefined) return startWorker(drawerPath, maxMemoryMb)
    clearTimeout(idle.get(kept))
    idle.delete(kept)
    stopListening(kept)
    kept.ref()
    return kept
  }

  const endLater = (worker: Worker): void => {
    end(worker).catch((thrown: unknown) => logFailure(log, thrown, {}, 'A worker that draws documents did not end.'))
  }

  const keep = (worker: Worker): void => {
    if (idle.size >= mostIdle) return endLater(worker)
    stopListening(worker)
    worker.once('error', () => endLater(worker))
    worker.once('exit', () => endLater(worker))
    worker.unref()
    idle.set(worker, setTimeout(() => endLater(worker), idleMs).unref())
  }

  return {
    draw: async (request, answersOf, signal) => {
      signal.throwIfAborted()
      const worker = take()
      let isSound = false
      const abort = new AbortController()
      try {
        return await new Promise<DrawnFile>((resolve, reject) => {
          const send = (message: ToDocumentWorker) => worker.postMessage(message)
          signal.addEventListener('abort', () => reject(new TidemarkError('query-cancelled')), {
            once: true,
            signal: abort.signal,
          })
          worker.on('error', (cause) => reject(new TidemarkError('document-failed', { cause })))
          worker.on('exit', () => reject(new TidemarkError('document-failed')))
          worker.on('message', (message: FromDocumentWorker) => {
            if (message.kind === 'needs')
              return void answersOf(message).then((answers) => send({ kind: 'answers', answers }), reject)
            isSound = true
            if (message.kind === 'made') resolve(message)
            else reject(new TidemarkError(message.error.code, message.error))
          })
          send({ kind: 'draw', request })
        })
      } finally {
        abort.abort()
        if (isSound) keep(worker)
        else endLater(worker)
      }
    },
    close: async () => void (await Promise.all([...idle.keys()].map(end))),
  }
}

function startWorker(drawerPath: string, maxMemoryMb: number): Worker {
  return new Worker(drawerPath, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    // React draws several times as fast as in development.
    env: { NODE_ENV: 'production' },
    stderr: false,
  })
}

/** A worker listens to itself for new listeners, so that not all are removed. */
function stopListening(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
