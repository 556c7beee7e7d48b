import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { newId } from '@tidemark/shared/base/ids'
import { badRowPolicySchema } from '@tidemark/shared/datasets/bad-rows'
import { datasetIdSchema, datasetPrefix, datasetSchema } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { textEncodingNameSchema } from '@tidemark/shared/datasets/text-encoding'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { controllerWith } from '@/server/abort-signals'
import { mustBeDone } from '@/server/datasets/must-be-done'
import { streamUpload, wantsLines } from '@/server/datasets/stream-upload'
import { parseQuery, route } from '@/server/route'

const uploadQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  name: z.optional(datasetSchema.shape.name),
  /** Chosen by the caller, so that an upload can be tried again without making two datasets. */
  id: z.optional(datasetIdSchema),
  /** Of a workbook the sheet to read, of an SQLite file the table. */
  table: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  badRows: z.optional(badRowPolicySchema),
  /** Of a CSV or TSV file; found from its bytes when absent. */
  encoding: z.optional(textEncodingNameSchema),
  /** Whether the first row of a CSV, TSV or XLSX file names its columns; found from its rows when absent. */
  hasHeader: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
  [workspaceParameter]: z.optional(z.string()),
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
  const { id, fileName, name, table, badRows, encoding, hasHeader } = parseQuery(uploadQuerySchema, request)
  if (request.body === null) throw new TidemarkError('upload-empty')
  // Next hands over a stream of the web, which has two type declarations.
  const content = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
  const left = controllerWith(request.signal)
  const importFile = (onPhase?: (phase: ImportPhase) => void) =>
    services.datasets.importFile(
      actor,
      {
        id: id ?? datasetIdSchema.parse(newId()),
        fileName,
        name,
        table,
        badRows,
        encoding,
        hasHeader,
        content,
        onPhase,
      },
      left.signal,
    )
  if (wantsLines(request)) return streamUpload(importFile, () => left.abort(), services)
  return Response.json(mustBeDone(await importFile()), { status: 201, headers: { 'cache-control': 'no-store' } })
})
