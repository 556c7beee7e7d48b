import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { badRowPolicySchema } from '@tidemark/shared/datasets/bad-rows'
import { differencesText } from '@tidemark/shared/datasets/dataset-differences'
import { textEncodingNameSchema } from '@tidemark/shared/datasets/text-encoding'
import type { ImportPhase } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { controllerWith } from '@/server/abort-signals'
import { datasetIdOf } from '@/server/datasets/dataset-id-of'
import { mustBeDone } from '@/server/datasets/must-be-done'
import { streamUpload, wantsLines } from '@/server/datasets/stream-upload'
import { parseQuery, route } from '@/server/route'

const versionQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  table: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  accept: z.optional(z.string().check(z.maxLength(64))),
  badRows: z.optional(badRowPolicySchema),
  /** Of a CSV or TSV file. Absent: as was chosen for the file before, else found from its bytes. */
  encoding: z.optional(textEncodingNameSchema),
  /** Whether the first row of a CSV, TSV or XLSX file names its columns. Absent: as encoding. */
  hasHeader: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
  [workspaceParameter]: z.optional(z.string()),
})

/**
 * Replaces the rows of a dataset by those of a newer file; the body is the file as it is. When its columns differ and
 * `accept` does not name them, nothing is changed and the answer says how they differ and what `accept` would be.
 */
export const POST = route({ tokenScope: 'content:write' }, async ({ request, actor, services, params }) => {
  const id = datasetIdOf(params)
  const query = parseQuery(versionQuerySchema, request)
  if (request.body === null) throw new TidemarkError('upload-empty')
  // Next hands over a stream of the web, which has two type declarations.
  const content = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
  const left = controllerWith(request.signal)
  const { fileName, table, accept, badRows, encoding, hasHeader } = query
  const replaceFile = (onPhase?: (phase: ImportPhase) => void) =>
    services.datasets.replaceFile(
      actor,
      id,
      { fileName, table, accept, badRows, encoding, hasHeader, content, onPhase },
      left.signal,
    )
  if (wantsLines(request)) return streamUpload(replaceFile, () => left.abort(), services)
  const outcome = await replaceFile()
  if (outcome.kind === 'differs') {
    const detail = differencesText(outcome.differences)
    throw new TidemarkError('upload-differs', { detail, choices: [outcome.accept] })
  }
  return Response.json(mustBeDone(outcome), { headers: { 'cache-control': 'no-store' } })
})
