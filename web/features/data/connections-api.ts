import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import {
  changeConnectionEndpoint,
  createConnectionEndpoint,
  databaseSchemaEndpoint,
  testConnectionEndpoint,
  uploadDatabaseEndpoint,
  type ChangeConnection,
  type ConnectionTest,
  type CreateConnection,
  type TestConnection,
  type UploadedDatabase,
} from '@tidemark/shared/connections/connection-request'
import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function testConnection(body: TestConnection, signal: AbortSignal): ApiAnswer<ConnectionTest> {
  return callApi(testConnectionEndpoint, { body, signal })
}

export function createConnection(body: CreateConnection, signal: AbortSignal): ApiAnswer<Connection> {
  return callApi(createConnectionEndpoint, { body, signal })
}

export function changeConnection(id: ConnectionId, body: ChangeConnection, signal: AbortSignal): ApiAnswer<Connection> {
  return callApi(changeConnectionEndpoint, { params: { id }, body, signal })
}

export function fetchSchema(id: ConnectionId, isFresh: boolean, signal: AbortSignal): ApiAnswer<DatabaseSchema> {
  return callApi(databaseSchemaEndpoint, { params: { id }, query: isFresh ? { fresh: '1' } : {}, signal })
}

/** Keeps an SQLite file on the server, for a connection that is then made. */
export function sendDatabaseFile(file: File, signal: AbortSignal): ApiAnswer<UploadedDatabase> {
  return callApi(uploadDatabaseEndpoint, { query: { fileName: file.name }, file, signal })
}
