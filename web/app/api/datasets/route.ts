import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { newId } from '@tidemark/shared/base/ids'
import { datasetIdSchema, datasetPrefix, datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import type { ImportPhase, UploadLine } from '@tidemark/shared/datasets/upload'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod'
import { parseBody, route } from '@/server/route'
import type { Services } from '@/server/services'

const uploadQuerySchema = z.strictObject({
  fileName: z.string().min(1).max(255),
  name: datasetSchema.shape.name.optional(),
  /** Chosen by the caller, so that an upload can be tried again without making two datasets. */
  id: datasetIdSchema.optional(),
  /** Of a workbook the sheet to read, of an SQLite file the table. */
  table: z.string().min(1).max(255).optional(),
  [workspaceParameter]: z.string().optional(),
})

/** The datasets in use, by name. */
export const GET = route({ tokenScope: 'data:read' }, async ({ actor, services }) => {
  const { view } = await services.sync.readView(actor, [datasetPrefix])
  return Response.json({ datasets: listDatasets(view) }, { headers: { 'cache-control': 'no-store' } })
})

/**
 * Reads a file into the workspace's data; the body is the file as it is. Answers 201 with the dataset; with
 * `Accept: application/x-ndjson` lines of `uploadLineSchema` from the moment the whole file has arrived.
 */
export const POST = route({ tokenScope: 'content:write' }, async ({ request, actor, services }) => {
  const { id, fileName, name, table } = parseBody(
    uploadQuerySchema,
    Object.fromEntries(new URL(request.url).searchParams),
  )
  if (request.body === null) throw new TidemarkError('upload-empty')
  // The stream of the web and that of node:stream/web are one class with two type declarations.
  const content = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
  const closed = new AbortController()
  const signal = AbortSignal.any([request.signal, closed.signal])
  const importFile = (onPhase?: (phase: ImportPhase) => void) =>
    services.datasets.importFile(
      actor,
      { id: id ?? datasetIdSchema.parse(newId()), fileName, name, table, content, onPhase },
      signal,
    )
  if (!/\bapplication\/x-ndjson\b/.test(request.headers.get('accept') ?? '')) {
    return Response.json(await importFile(), { status: 201, headers: { 'cache-control': 'no-store' } })
  }
  return streamImport(importFile, () => closed.abort(), services)
})

/** An error before the first phase is answered with its own status; later ones are the last line. */
function streamImport(
  importFile: (onPhase: (phase: ImportPhase) => void) => Promise<Dataset>,
  stop: () => void,
  { log }: Services,
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
    importFile((phase) => write({ kind: 'phase', phase })).then(
      (dataset) => {
        write({ kind: 'done', dataset })
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
