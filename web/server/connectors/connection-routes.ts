import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { connectionIdSchema, connectionPrefix, connectionSchema } from '@tidemark/shared/connections/connection'
import {
  changeConnectionEndpoint,
  createConnectionEndpoint,
  databaseSchemaEndpoint,
  testConnectionEndpoint,
  uploadDatabaseEndpoint,
} from '@tidemark/shared/connections/connection-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { type ApiRoute, answerJson, uploadOf, routesOver } from '../http/api-route'
import * as z from 'zod/mini'
import { requirePermission } from '@tidemark/shared/access/rules'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { connectionErrors } from './connection-error'

const { route } = routesOver<'connections' | 'databaseFiles' | 'sync'>()

const settingsErrors: readonly ErrorCode[] = ['forbidden', ...connectionErrors]

export const connectionRoutes: readonly ApiRoute[] = [
  route(
    {
      ...changeConnectionEndpoint,
      summary: 'Changes the settings of a connection after testing them.',
      description: 'Without `password` the kept one stays, where it may.',
      errors: ['connection-not-found', ...settingsErrors],
      example: `curl -s -X PATCH http://127.0.0.1:3000/api/connections/shop -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body, params }) => {
      const id = connectionIdSchema.safeParse(params.id)
      if (!id.success) throw new TidemarkError('connection-not-found')
      return answerJson(await services.connections.change(actor, id.data, body, request.signal))
    },
  ),

  route(
    {
      ...databaseSchemaEndpoint,
      summary: 'The tables of a connection.',
      description:
        'Their columns, types, keys and estimates of rows, as read within the last ten minutes; `?fresh=1` reads them again.',
      tokenScope: 'data:read',
      errors: ['connection-not-found', ...settingsErrors],
      example: `curl -s http://127.0.0.1:3000/api/connections/shop/schema`,
    },
    async ({ query, actor, services, params }) => {
      const id = connectionIdSchema.safeParse(params.id)
      if (!id.success) throw new TidemarkError('connection-not-found')
      const { fresh } = query
      const schema = await services.connections.schema(actor, id.data, { isFresh: fresh === '1' })
      return answerJson(schema)
    },
  ),

  route(
    {
      ...uploadDatabaseEndpoint,
      summary: 'Keeps an SQLite file for a connection that is made next.',
      description: 'The body is the file as it is. One that no connection names after a day goes with the next start.',
      status: 201,
      success: 'What the connection’s `file` is to be.',
      takesFile: true,
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
      description: 'Never their passwords.',
      tokenScope: 'data:read',
      answer: z.object({ connections: z.array(connectionSchema) }),
      example: `curl -s http://127.0.0.1:3000/api/connections`,
    },
    async ({ actor, services }) => {
      const { view } = await services.sync.readView(actor, [connectionPrefix])
      return answerJson({ connections: listConnections(view) })
    },
  ),

  route(
    {
      ...createConnectionEndpoint,
      summary: 'Connects a database.',
      description: 'Tests the settings, then keeps them and the password, sealed.',
      status: 201,
      errors: settingsErrors,
      example: `curl -s http://127.0.0.1:3000/api/connections -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body }) => {
      const connection = await services.connections.create(actor, body, request.signal)
      return answerJson(connection, 201)
    },
  ),

  route(
    {
      ...testConnectionEndpoint,
      summary: 'Whether a database can be reached with these settings.',
      description: 'Nothing is kept.',
      success: 'It can. An error says what is wrong with which setting.',
      errors: settingsErrors,
      example: `curl -s http://127.0.0.1:3000/api/connections/test -H 'content-type: application/json' -d @connection.json`,
    },
    async ({ request, actor, services, body }) =>
      answerJson(await services.connections.test(actor, body, request.signal)),
  ),
]
