import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import { connectionSchema } from '@tidemark/shared/connections/connection'
import {
  connectionTestSchema,
  uploadedDatabaseSchema,
  type ChangeConnection,
  type ConnectionTest,
  type CreateConnection,
  type TestConnection,
  type UploadedDatabase,
} from '@tidemark/shared/connections/connection-request'
import { databaseSchemaSchema, type DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import { requestApi, type ApiAnswer } from '@/client/page/api-request'

export function testConnection(settings: TestConnection, signal: AbortSignal): ApiAnswer<ConnectionTest> {
  return requestApi('POST', '/api/connections/test', connectionTestSchema, { body: settings, signal })
}

export function createConnection(settings: CreateConnection, signal: AbortSignal): ApiAnswer<Connection> {
  return requestApi('POST', '/api/connections', connectionSchema, { body: settings, signal })
}

export function changeConnection(
  id: ConnectionId,
  settings: ChangeConnection,
  signal: AbortSignal,
): ApiAnswer<Connection> {
  return requestApi('PATCH', `/api/connections/${id}`, connectionSchema, { body: settings, signal })
}

export function fetchSchema(id: ConnectionId, isFresh: boolean, signal: AbortSignal): ApiAnswer<DatabaseSchema> {
  return requestApi('GET', `/api/connections/${id}/schema${isFresh ? '?fresh=1' : ''}`, databaseSchemaSchema, {
    signal,
  })
}

/** Keeps an SQLite file on the server, for a connection that is then made. */
export function sendDatabaseFile(file: File, signal: AbortSignal): ApiAnswer<UploadedDatabase> {
  const parameters = new URLSearchParams({ fileName: file.name })
  return requestApi('POST', `/api/connections/files?${parameters.toString()}`, uploadedDatabaseSchema, { file, signal })
}
