import type * as z from 'zod/mini'

/**
 * The part of an API route that the server and the pages share: the request and the JSON answer.
 *
 * path: `:name` is a parameter. answer: absent if a success has no body, or one that is not JSON.
 */
export interface ApiEndpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly answer?: z.ZodMiniType
}

/** The names of a path's parameters. */
export type PathParameter<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never
