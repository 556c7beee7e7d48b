import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { routesOver } from './api-route'
import { setServices, type Services } from '../services'

const { personRoute, route } = routesOver<never>()

const log = { error: vi.fn(), info: vi.fn(), debug: vi.fn() }
// The wrapper uses only these two services.
setServices({ config: { mode: 'local' }, log } as unknown as Services)
afterEach(() => vi.clearAllMocks())

const undescribed = { method: 'POST', path: '/api/things/:id', summary: '', example: '' } as const
const { answer: echo } = route(
  { ...undescribed, body: z.object({ name: z.string() }), maxBodyBytes: 50 },
  async ({ body, actor }) => Response.json({ ...body, role: actor.role }),
)

function post(body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }): Request {
  return new Request('http://127.0.0.1/api/x', { method: 'POST', body, headers })
}

describe('a route', () => {
  it('hands the parsed body and the local owner to its handler', async () => {
    expect(await (await echo(post('{"name":"x"}'))).json()).toEqual({ name: 'x', role: 'owner' })
  })

  it('takes half a character for what UTF-8 makes of it, and two for a whole one', async () => {
    const named = async (name: string) => (await echo(post(`{"name":"${name}"}`))).json()
    expect(await named('a\\ud83d')).toMatchObject({ name: 'a\ufffd' })
    expect(await named('\\uD83D\\uDE00')).toMatchObject({ name: '😀' })
  })

  it.each([
    ['broken JSON', post('{"name":'), 400, 'malformed-json'],
    ['an empty body', post(''), 400, 'malformed-json'],
    ['bytes that are not UTF-8', post(new Uint8Array([0x22, 0xff, 0x22])), 400, 'malformed-json'],
    ['a field of the wrong type', post('{"name":1}'), 400, 'invalid-request'],
    ['a form', post('name=x', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported-media-type'],
    ['a body over its limit', post(`{"name":"${'x'.repeat(60)}"}`), 413, 'body-too-large'],
  ])('refuses %s with %i', async (_, request, status, code) => {
    const response = await echo(request)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
    expect(log.error).not.toHaveBeenCalled()
  })

  it.each([
    ['before=0', 'The parameter “before” of the address: Too small: expected number to be >=1'],
    ['befor=1&x', 'The address takes no parameter “befor”, “x”.'],
  ])('says of ?%s that it is the address that is wrong', async (query, said) => {
    const schema = z.strictObject({ before: z.optional(z.coerce.number().check(z.minimum(1))) })
    const { answer: asked } = route({ ...undescribed, query: schema }, async ({ query }) => Response.json(query))
    const response = await asked(new Request(`http://127.0.0.1/api/x?${query}`))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-request', detail: expect.stringContaining(said) },
    })
  })

  it('takes a sender that went away in the middle for no bug of ours', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    // Node requires `duplex` with a stream, but the web's type lacks it.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    }
    const response = await echo(new Request('http://127.0.0.1/api/x', init))
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-request' } })
    expect(log.error).not.toHaveBeenCalled()
  })

  it('answers a catalogued error with its status and evidence', async () => {
    const { answer: failing } = route(undescribed, async () => {
      throw new TidemarkError('not-found', { detail: 'chart/x', hint: 'Look in the trash.' })
    })
    const response = await failing(new Request('http://127.0.0.1/api/x'))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { code: 'not-found', detail: 'chart/x', hint: 'Look in the trash.' },
    })
  })

  it('answers a bug with 500, logs its cause, and tells the caller nothing of it', async () => {
    const { answer: failing } = route(undescribed, async () => {
      throw new Error('secret path /srv/x')
    })
    const response = await failing(new Request('http://127.0.0.1/api/x'))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ code: 'internal' }), expect.any(String))
  })
})

test('a body that is no JSON gets nowhere, in the answer or the log', async () => {
  const bodies = ['CANARYpw', '{"email":"a@b.co","password":hunterCANARY}']
  const answers = await Promise.all(bodies.map(async (body) => await (await echo(post(body))).text()))
  expect(answers.join()).toContain('malformed-json')
  expect(JSON.stringify([answers, log.debug.mock.calls])).not.toContain('CANARY')
})

test('metrics and logs name a route by its parameters, not by what they are given', async () => {
  await route(undescribed, async () => Response.json({})).answer(new Request('http://127.0.0.1/api/things/secret'))
  expect(log.debug).toHaveBeenCalledWith(expect.objectContaining({ route: '/api/things/[id]' }), 'request')
})

describe('a route for people', () => {
  const { answer: get } = personRoute({ ...undescribed, path: '/api/session' }, async ({ person }) =>
    Response.json({ name: person.name }),
  )
  const ask = (signedIn: object | null) => {
    const accounts = { getSignedIn: async () => signedIn }
    setServices({ config: { mode: 'team' }, log, team: { accounts } } as unknown as Services)
    return get(new Request('http://127.0.0.1/api/session'))
  }

  it('tells the log who asks, in whatever workspace', async () => {
    const answer = await ask({ userId: 'ann', name: 'Ann', setCookies: ['session=longer'] })
    expect(await answer.json()).toEqual({ name: 'Ann' })
    expect(answer.headers.getSetCookie()).toEqual(['session=longer'])
    expect(log.debug).toHaveBeenCalledWith(expect.objectContaining({ route: '/api/session', userId: 'ann' }), 'request')
  })

  it('lets in nobody who is not signed in', async () => {
    expect((await ask(null)).status).toBe(401)
    const line = expect.objectContaining({ status: 401, userId: undefined })
    expect(log.debug).toHaveBeenCalledWith(line, 'request')
  })
})
