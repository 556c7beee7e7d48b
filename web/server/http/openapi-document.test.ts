import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { apiRouteGroups } from './api-routes'
import { errorsOf, openApiDocument } from './openapi-document'
import { openApiRoutes } from './openapi-routes'

const groups = [...apiRouteGroups, openApiRoutes(apiRouteGroups, new URL('file:///nowhere/'))]
const routes = groups.flatMap((group) => group.routes)

test('the description is OpenAPI 3.1, as others check it', async () => {
  const { valid, errors } = await new Validator().validate(openApiDocument(groups, '1.2.3'))
  expect([valid, errors]).toEqual([true, undefined])
})

test('every route is described once, with what it answers and how it is asked', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  const incomplete = routes.filter(
    ({ described: { summary, example } }) => !/^[^`\n]{1,80}\.$/.test(summary) || !example.includes('curl '),
  )
  expect(incomplete.map(({ path }) => path)).toEqual([])
})

test('every success says what it answers, or that it has no body', () => {
  const withoutBody = new Set([202, 204, 302])
  const silent = routes.filter(
    ({ described: { status = 200, answer, otherAnswers = [] } }) =>
      answer === undefined && otherAnswers.length === 0 && !withoutBody.has(status),
  )
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('what takes a body or a token says which errors that may have', () => {
  const push = routes.find(({ path }) => path === '/api/replicache/push')
  if (push === undefined) expect.fail()
  expect([...errorsOf(push)]).toEqual(expect.arrayContaining(['body-too-large', 'token-scope', 'store-failed']))
})
