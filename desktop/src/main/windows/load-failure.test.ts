import { expect, it } from 'vitest'
import { failureWords } from './load-failure'

it.each([
  ['ERR_CERT_AUTHORITY_INVALID', 'authority', /comes from no authority/, /certificate authority/],
  ['ERR_CERT_DATE_INVALID', 'certificate', /out of date/, /clock|date/],
  ['ERR_CERT_WEAK_KEY', 'certificate', /ERR_CERT_WEAK_KEY/, /whoever runs/],
  ['ERR_SSL_PROTOCOL_ERROR', 'certificate', /ERR_SSL_PROTOCOL_ERROR/, /whoever runs/],
  ['ERR_NAME_NOT_RESOLVED', 'network', /No server with that name/, /address/],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'network', /proxy/, /settings/],
  ['ERR_EMPTY_RESPONSE', 'network', /ERR_EMPTY_RESPONSE/, /network/],
])('of %s it says what happened and what to do', (name, kind, what, toDo) => {
  expect(failureWords({ code: -1, name })).toEqual({
    kind,
    what: expect.stringMatching(what),
    toDo: expect.stringMatching(toDo),
  })
})
