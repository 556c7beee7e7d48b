import { catalogue } from '@tidemark/shared/errors/catalogue'
import { expect } from 'vitest'
import { apiRoutes } from '@/server/http/api-routes'
import { errorsOf } from '@/server/http/openapi-document'

/** Fails where a route answered otherwise than its description says. body: parsed, null where there is none. */
export function mustBeDescribed(method: string, address: string, status: number, body: unknown): void {
  const segments = (address.split('?')[0] ?? '').split('/')
  const route = apiRoutes.find(
    (one) =>
      one.method === method &&
      one.path.split('/').length === segments.length &&
      one.path.split('/').every((name, index) => name.startsWith(':') || name === segments[index]),
  )
  if (route === undefined) return
  const { status: success = 200, answerSchema, answerType } = route.described
  const allowed = [success, ...[...errorsOf(route)].map((code) => catalogue[code].status)]
  const name = `${method} ${route.path}`
  expect(allowed, `${name} answers ${status} ${JSON.stringify(body)}`).toContain(status)
  if (status !== success || answerSchema === undefined || answerType !== undefined) return
  const parsed = answerSchema.safeParse(body)
  expect(parsed.error?.issues, `the answer of ${name}`).toBeUndefined()
}
