import type { Connection, ConnectionId } from '@tidemark/shared/connections/connection'
import { connectionSchema } from '@tidemark/shared/connections/connection'
import {
  connectionTestSchema,
  type ChangeConnection,
  type ConnectionTest,
  type CreateConnection,
  type TestConnection,
} from '@tidemark/shared/connections/connection-request'
import { databaseSchemaSchema, type DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import { err, ok, type Result } from '@tidemark/shared/base/result'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { z } from 'zod'
import { apiFetch, errorOf } from '@/client/http'

/** offline: Tidemark's own server was not reached. */
export type RequestFailure =
  | { readonly kind: 'refused'; readonly error: ErrorBody }
  | { readonly kind: 'offline' }
  | { readonly kind: 'cancelled' }

type Answer<T> = Promise<Result<T, RequestFailure>>

export function testConnection(settings: TestConnection, signal: AbortSignal): Answer<ConnectionTest> {
  return send('POST', '/api/connections/test', connectionTestSchema, signal, settings)
}

export function createConnection(settings: CreateConnection, signal: AbortSignal): Answer<Connection> {
  return send('POST', '/api/connections', connectionSchema, signal, settings)
}

export function changeConnection(
  id: ConnectionId,
  settings: ChangeConnection,
  signal: AbortSignal,
): Answer<Connection> {
  return send('PATCH', `/api/connections/${id}`, connectionSchema, signal, settings)
}

export function fetchSchema(id: ConnectionId, isFresh: boolean, signal: AbortSignal): Answer<DatabaseSchema> {
  return send('GET', `/api/connections/${id}/schema${isFresh ? '?fresh=1' : ''}`, databaseSchemaSchema, signal)
}

async function send<S extends z.ZodType>(
  method: string,
  path: string,
  schema: S,
  signal: AbortSignal,
  body?: unknown,
): Answer<z.output<S>> {
  try {
    const response = await apiFetch(path, {
      method,
      signal,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) return err({ kind: 'refused', error: await errorOf(response) })
    const answer: unknown = await response.json()
    return ok(schema.parse(answer))
  } catch (thrown) {
    if (signal.aborted) return err({ kind: 'cancelled' })
    if (thrown instanceof TypeError) return err({ kind: 'offline' })
    throw thrown
  }
}
