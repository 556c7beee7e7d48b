import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { ApiRoute } from '@/server/http/api-route'
import type { RouteGroup } from '@/server/http/api-routes'
import { describedPath, errorsOf, openApiDocument } from '@/server/http/openapi-document'

/** The answer to a request. text: the whole body. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Compares answers with the API's description. */
export interface Description {
  /** Returns the route that answers an address, as `GET /api/things/{id}`; undefined if there is none. */
  nameOf(method: string, address: string): string | undefined
  /** Fails if the description lacks the answer's status, media type, shape or error code. */
  mustHave(method: string, address: string, answer: RecordedAnswer): void
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

export function describeApi(groups: readonly RouteGroup[]): Description {
  const routes = groups.flatMap((group) => group.routes)
  const document = openApiDocument(groups, '0.0.0') as {
    readonly paths: Readonly<
      Record<string, Record<string, { readonly responses: Readonly<Record<string, DescribedResponse>> }>>
    >
  }
  // Formats repeat their patterns; the rest of the document is no schema.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'api')

  const find = (method: string, address: string): ApiRoute | undefined => {
    const segments = (address.split('?')[0] ?? '').split('/')
    const fitting = routes.filter(({ method: own, path }) => {
      const names = path.split('/')
      return (
        own === method &&
        names.length === segments.length &&
        names.every((name, index) => name.startsWith(':') || name === segments[index])
      )
    })
    return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0]
  }

  return {
    nameOf: (method, address) => {
      const route = find(method, address)
      return route && `${method} ${describedPath(route)}`
    },
    mustHave: (method, address, { status, headers, text }) => {
      const route = find(method, address)
      if (route === undefined) expect.fail(`no route answers ${method} ${address}`)
      const path = describedPath(route)
      const name = `${method} ${path} with ${status}`
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
      if (response === undefined) expect.fail(`the description has no ${name}: ${text.slice(0, 500)}`)
      const type = (headers.get('content-type') ?? '').replace(/;.*/, '')
      if (response.content === undefined) {
        expect([text, type], `the answer of ${name} has no body`).toEqual(['', ''])
        return
      }
      const content = response.content[type]
      if (content === undefined) expect.fail(`the description has no ${type} of ${name}`)
      if (content.schema === undefined) return
      const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema']
      const reference = `api#/${pointer.map((part) => encodeURIComponent(String(part).replaceAll('/', '~1'))).join('/')}`
      const validate = ajv.getSchema(reference)
      if (validate === undefined) expect.fail(`no schema at ${reference}`)
      for (const value of valuesOf(type, text)) {
        const isValid = validate(value)
        expect([isValid, validate.errors], `${name}: ${JSON.stringify(value)?.slice(0, 1000)}`).toEqual([true, null])
        const code = errorCodeOf(value)
        if (code !== undefined && status >= 400 && !errorsOf(route).has(code))
          expect.fail(`${name} does not name ${code}`)
      }
    },
  }
}

/** Returns the JSON values of a body: one, or one per line or event. */
function valuesOf(type: string, text: string): readonly unknown[] {
  const lines = text.split('\n')
  if (type === 'application/x-ndjson')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
  if (type !== 'text/event-stream') return [JSON.parse(text) as unknown]
  return lines
    .filter((line) => line.startsWith('data:') && line.length > 'data: '.length)
    .map((line) => JSON.parse(line.slice('data:'.length)) as unknown)
}

function errorCodeOf(value: unknown): ErrorCode | undefined {
  return (value as { readonly error?: { readonly code?: ErrorCode } } | null)?.error?.code
}
