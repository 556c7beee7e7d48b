import { connectionIdSchema } from '@tidemark/shared/connections/connection'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { parseQuery, route } from '@/server/route'

/** fresh: `1` reads it from the database again. */
const schemaQuerySchema = z.strictObject({ fresh: z.optional(z.enum(['0', '1'])) })

/** The tables of a connection: columns, types, keys and estimates of rows, as read within the last ten minutes. */
export const GET = route({ tokenScope: 'data:read' }, async ({ request, actor, services, params }) => {
  const id = connectionIdSchema.safeParse(params['id'])
  if (!id.success) throw new TidemarkError('connection-not-found')
  const { fresh } = parseQuery(schemaQuerySchema, request)
  const schema = await services.connections.schema(actor, id.data, { isFresh: fresh === '1' })
  return Response.json(schema, { headers: { 'cache-control': 'no-store' } })
})
