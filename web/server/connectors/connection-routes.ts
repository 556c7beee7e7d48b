import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { connectionIdSchema, connectionPrefix } from '@tidemark/shared/connections/connection'
import {
  changeConnectionSchema,
  connectionTestSchema,
  createConnectionSchema,
  testConnectionSchema,
  uploadedDatabaseSchema,
} from '@tidemark/shared/connections/connection-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { type ApiRoute, answerJson, uploadOf, route } from '../http/api-route'
import * as z from 'zod/mini'
import { databaseSchemaSchema } from '@tidemark/shared/connections/database-schema'
import { requirePermission } from '@tidemark/shared/access/rules'
import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { listConnections } from '@tidemark/shared/connections/connection-queries'

/** fresh: `1` reads it from the database again. */
const schemaQuerySchema = z.strictObject({ fresh: z.optional(z.enum(['0', '1'])) })

const uploadQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  [workspaceParameter]: z.optional(z.string()),
})

const connectionErrors: readonly ErrorCode[] = [
  'forbidden',
  'connection-not-allowed',
  'connection-host',
  'connection-port',
  'connection-tls',
  'connection-user',
  'connection-database',
  'connection-busy',
  'connection-failed',
  'connection-password',
]

export const connectionRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'PATCH',
      path: '/api/connections/:id',
      summary:
        'Changes the settings of a connection after testing them. Without `password` the kept one stays, where it may.',
      body: changeConnectionSchema,
      answer: 'The connection.',
      errors: ['connection-not-found', ...connectionErrors],
      example: `curl -s -X PATCH http://127.0.0.1:3000/api/connections/shop -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body, params }) => {
      const id = connectionIdSchema.safeParse(params['id'])
      if (!id.success) throw new TidemarkError('connection-not-found')
      return answerJson(await services.connections.change(actor, id.data, body, request.signal))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/connections/:id/schema',
      summary:
        'The tables of a connection: columns, types, keys and estimates of rows, as read within the last ten minutes; `?fresh=1` reads them again.',
      tokenScope: 'data:read',
      query: schemaQuerySchema,
      answer: 'The schema.',
      answerSchema: databaseSchemaSchema,
      errors: ['connection-not-found', ...connectionErrors],
      example: `curl -s http://127.0.0.1:3000/api/connections/local/schema`,
    },
    async ({ query, actor, services, params }) => {
      const id = connectionIdSchema.safeParse(params['id'])
      if (!id.success) throw new TidemarkError('connection-not-found')
      const { fresh } = query
      const schema = await services.connections.schema(actor, id.data, { isFresh: fresh === '1' })
      return answerJson(schema)
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/connections/files',
      summary:
        'Keeps an SQLite file for a connection that is made next. The body is the file; the query names it: `fileName`. One that no connection names after a day goes with the next start.',
      status: 201,
      query: uploadQuerySchema,
      answer: '201 with what the connection’s `file` is to be.',
      answerSchema: uploadedDatabaseSchema,
      errors: ['connection-file', 'upload-empty', 'upload-too-large', 'disk-full'],
      example: `curl -s 'http://127.0.0.1:3000/api/connections/files?fileName=shop.sqlite' --data-binary @shop.sqlite -H 'content-type: application/octet-stream'`,
    },
    async ({ request, query, actor, services }) => {
      requirePermission(actor, { do: 'manage-connections' })
      const { fileName } = query
      const content = uploadOf(request)
      const kept = await services.databaseFiles.receive(actor.orgId, fileName, content, request.signal)
      return answerJson(kept, 201)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/connections',
      summary: 'The connections in use, by name.',
      tokenScope: 'data:read',
      answer: '`{connections}`; never their passwords.',
      example: `curl -s http://127.0.0.1:3000/api/connections`,
    },
    async ({ actor, services }) => {
      const { view } = await services.sync.readView(actor, [connectionPrefix])
      return answerJson({ connections: listConnections(view) })
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/connections',
      summary: 'Connects a database: tests the settings, then keeps them and the password, sealed.',
      body: createConnectionSchema,
      status: 201,
      answer: '201 with the connection.',
      errors: connectionErrors,
      example: `curl -s http://127.0.0.1:3000/api/connections -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body }) => {
      const connection = await services.connections.create(actor, body, request.signal)
      return answerJson(connection, 201)
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/connections/test',
      summary: 'Whether a database can be reached with these settings; nothing is kept.',
      body: testConnectionSchema,
      answer: '200 when it can; the error says what is wrong with which setting.',
      answerSchema: connectionTestSchema,
      errors: connectionErrors,
      example: `curl -s http://127.0.0.1:3000/api/connections/test -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body }) =>
      answerJson(await services.connections.test(actor, body, request.signal)),
  ),
]
