import { err, ok, type Result } from '@tidemark/shared/base/result'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type * as z from 'zod/mini'
import { apiFetch, errorOf, goneStatuses } from './http'

/** Why a request has no answer. offline: Tidemark's own server was not reached. */
export type RequestFailure =
  | { readonly kind: 'refused'; readonly error: ErrorBody }
  | { readonly kind: 'offline' }
  | { readonly kind: 'cancelled' }

export type ApiAnswer<T> = Promise<Result<T, RequestFailure>>

interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of a body. */
  readonly file?: Blob
  readonly signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Asks our own API and parses the answer. */
export function requestApi<S extends z.ZodMiniType>(
  method: Method,
  path: string,
  schema: S,
  options: RequestOptions = {},
): ApiAnswer<z.output<S>> {
  return send(method, path, options, async (response) => schema.parse(await response.json()))
}

/** The same where the answer says nothing but that it is done. */
export function requestDone(method: Method, path: string, options: RequestOptions = {}): ApiAnswer<null> {
  return send(method, path, options, async () => null)
}

/** A failure in one sentence, with what was wrong this time. */
export function failureText(failure: RequestFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.error.detail ? `${failure.error.message} ${failure.error.detail}` : failure.error.message
    case 'offline':
      return 'The server cannot be reached. Nothing was changed.'
    case 'cancelled':
      return 'Cancelled.'
  }
}

async function send<T>(
  method: Method,
  path: string,
  { body, file, signal }: RequestOptions,
  read: (response: Response) => Promise<T>,
): ApiAnswer<T> {
  try {
    const response = await apiFetch(path, {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(file === undefined ? {} : { headers: { 'content-type': 'application/octet-stream' }, body: file }),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.ok) return ok(await read(response))
    const error = await errorOf(response)
    // A proxy whose server is gone answers too, with a page of its own.
    const isGone = goneStatuses.has(response.status) && error.code === 'internal'
    return err(isGone ? { kind: 'offline' } : { kind: 'refused', error })
  } catch (thrown) {
    if (signal?.aborted) return err({ kind: 'cancelled' })
    if (thrown instanceof TypeError) return err({ kind: 'offline' })
    throw thrown
  }
}
