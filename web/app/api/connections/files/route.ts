import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { requirePermission } from '@tidemark/shared/access/rules'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { parseQuery, route } from '@/server/route'

const uploadQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  [workspaceParameter]: z.optional(z.string()),
})

/**
 * Keeps an SQLite file for a connection that is then made; the body is the file as it is. Answers 201 with
 * `uploadedDatabaseSchema`. One that no connection names after a day is deleted at the next start.
 */
export const POST = route({}, async ({ request, actor, services }) => {
  requirePermission(actor, { do: 'manage-connections' })
  const { fileName } = parseQuery(uploadQuerySchema, request)
  if (request.body === null) throw new TidemarkError('upload-empty')
  // The stream of the web and that of node:stream/web are one class with two type declarations.
  const content = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
  const kept = await services.databaseFiles.receive(actor.orgId, fileName, content, request.signal)
  return Response.json(kept, { status: 201, headers: { 'cache-control': 'no-store' } })
})
