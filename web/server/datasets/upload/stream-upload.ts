import type { ImportPhase, UploadLine } from '@tidemark/shared/datasets/upload'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '@/server/observability/log'

/**
 * Answers an upload line by line (`uploadLineSchema`) as its import progresses. An error before the first phase sets
 * the response's status; a later one is the last line. stop: called when the client has disconnected.
 */
export function streamUpload(
  run: (onPhase: (phase: ImportPhase) => void) => Promise<UploadLine>,
  stop: () => void,
  { log }: { readonly log: Logger },
): Promise<Response> {
  const encoder = new TextEncoder()
  return new Promise((resolve, reject) => {
    let writeLine: ((line: UploadLine) => void) | undefined
    let close = () => {}
    const begin = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          writeLine = (line) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
          close = () => controller.close()
        },
        cancel: () => {
          writeLine = () => {}
          close = () => {}
          stop()
        },
      })
      resolve(
        new Response(body, {
          headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store, no-transform' },
        }),
      )
    }
    const write = (line: UploadLine) => {
      if (writeLine === undefined) begin()
      writeLine?.(line)
    }
    run((phase) => write({ kind: 'phase', phase })).then(
      (line) => {
        write(line)
        close()
      },
      (thrown: unknown) => {
        if (writeLine === undefined) return reject(thrown)
        const error = toTidemarkError(thrown)
        log[error.code === 'internal' ? 'error' : 'debug'](
          { code: error.code, err: error.cause ?? error },
          error.message,
        )
        write({ kind: 'failed', error: error.toBody() })
        close()
      },
    )
  })
}

export function wantsLines(request: Pick<Request, 'headers'>): boolean {
  return /\bapplication\/x-ndjson\b/.test(request.headers.get('accept') ?? '')
}
