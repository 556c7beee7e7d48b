import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { apiRoutes } from './api-routes'
import { errorsOf, openApiDocument } from './openapi-document'
import { openApiRoutes } from './openapi-routes'

const routes = [...apiRoutes, ...openApiRoutes(apiRoutes, new URL('file:///nowhere/'))]

test('the description is OpenAPI 3.1, as others check it', async () => {
  const { valid, errors } = await new Validator().validate(openApiDocument(routes, '1.2.3'))
  expect([valid, errors]).toEqual([true, undefined])
})

test('every route is described once, with what it answers and how it is asked', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  const incomplete = routes.filter(
    ({ described: { summary, answer, example } }) =>
      !summary.endsWith('.') || answer === '' || !example.includes('curl '),
  )
  expect(incomplete.map(({ path }) => path)).toEqual([])
})

test('what takes a body or a token says which errors that may have', () => {
  const push = routes.find(({ path }) => path === '/api/replicache/push')
  if (push === undefined) expect.fail()
  expect([...errorsOf(push)]).toEqual(expect.arrayContaining(['body-too-large', 'token-scope', 'store-failed']))
})
