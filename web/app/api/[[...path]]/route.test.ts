import { expect, test } from 'vitest'
import { setServices, type Services } from '@/server/services'
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from './route'

// The wrapper reads only these of the services.
const log = { error: () => undefined, info: () => undefined, debug: () => undefined }
setServices({ config: { mode: 'local' }, log } as unknown as Services)

test.each(Object.entries({ DELETE, GET, OPTIONS, PATCH, POST, PUT }))(
  '%s of an address that is none is answered as the catalogue says',
  async (method, answer) => {
    const response = await answer(new Request('http://127.0.0.1/api/nope?x=1', { method }))
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
    expect(await response.json()).toMatchObject({ error: { code: 'unknown-route', detail: '/api/nope' } })
  },
)
