import type { ApiEndpoint, PathParameter } from '@tidemark/shared/base/api-endpoint'
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

/** The parsed answer of an endpoint; null for endpoints without one. */
type AnswerOf<E extends ApiEndpoint> = E extends { readonly answer: infer A extends z.ZodMiniType } ? z.output<A> : null

/** file: sent unchanged in place of a body. keepalive: the request survives the page. */
type CallInput<E extends ApiEndpoint> = {
  readonly file?: Blob
  readonly signal?: AbortSignal | undefined
  readonly keepalive?: boolean
} & ([PathParameter<E['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParameter<E['path']>, string>> }) &
  (E extends { readonly query: infer Q extends z.ZodMiniType } ? QueryInput<z.input<Q>> : unknown) &
  (E extends { readonly body: infer B extends z.ZodMiniType } ? { readonly body: z.input<B> } : unknown)

type QueryInput<Q> = object extends Q ? { readonly query?: Q } : { readonly query: Q }

/** The input may be left out if all of it is optional. */
type CallArguments<E extends ApiEndpoint> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** Calls an endpoint of our own API and parses its answer. */
export function callApi<E extends ApiEndpoint>(endpoint: E, ...[input]: CallArguments<E>): ApiAnswer<AnswerOf<E>> {
  const { answer } = endpoint
  // The endpoint's schema returns what its type says; TypeScript cannot resolve the conditional type of a generic.
  const read = async (response: Response) =>
    (answer === undefined ? null : answer.parse(await response.json())) as AnswerOf<E>
  return send(endpoint, input ?? {}, read)
}

/** Calls an endpoint whose answer is a file. It also fails with offline if the download breaks off. */
export function fetchFile<E extends ApiEndpoint>(endpoint: E, ...[input]: CallArguments<E>): ApiAnswer<Blob> {
  return send(endpoint, input ?? {}, (response) => response.blob())
}

/** Describes a failure in a sentence, with its detail. */
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

/** Returns the address of an endpoint. query: undefined values are left out, and a list is written as its name repeated. */
export function endpointAddress(
  { path }: Pick<ApiEndpoint, 'path'>,
  { params = {}, query = {} }: Pick<AnyInput, 'params' | 'query'> = {},
): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  const search = new URLSearchParams(pairs).toString()
  const named = path.replaceAll(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''))
  return search === '' ? named : `${named}?${search}`
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly signal?: AbortSignal | undefined
  readonly keepalive?: boolean
}

async function send<T>(
  endpoint: ApiEndpoint,
  { body, file, signal, keepalive, ...input }: AnyInput,
  read: (response: Response) => Promise<T>,
): ApiAnswer<T> {
  try {
    const response = await apiFetch(endpointAddress(endpoint, input), {
      method: endpoint.method,
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive === undefined ? {} : { keepalive }),
      ...(file === undefined ? {} : { headers: { 'content-type': 'application/octet-stream' }, body: file }),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.ok) return ok(await read(response))
    const error = await errorOf(response)
    // A proxy whose server cannot be reached answers with a page of its own.
    const isGone = goneStatuses.has(response.status) && error.code === 'internal'
    return err(isGone ? { kind: 'offline' } : { kind: 'refused', error })
  } catch (thrown) {
    if (signal?.aborted) return err({ kind: 'cancelled' })
    if (thrown instanceof TypeError) return err({ kind: 'offline' })
    throw thrown
  }
}
