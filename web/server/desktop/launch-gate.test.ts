import { expect, it } from 'vitest'
import { createLaunchGate } from './launch-gate'

const token = 'kJ2c9Xq4v0mD8sW3bT7nY5hL1pF6rZaUeGiOoQwErTy'
const origin = 'http://127.0.0.1:24011'
const passes = createLaunchGate(token)

it('lets through the token of this launch under the exact host', () => {
  expect(passes({ headers: { host: '127.0.0.1:24011', 'x-tidemark-token': token } }, origin)).toBe(true)
})

it.each([
  ['no token', { host: '127.0.0.1:24011' }],
  ['another token', { host: '127.0.0.1:24011', 'x-tidemark-token': `${token.slice(0, -1)}x` }],
  ['the beginning of the token', { host: '127.0.0.1:24011', 'x-tidemark-token': token.slice(0, 8) }],
  ['an empty token', { host: '127.0.0.1:24011', 'x-tidemark-token': '' }],
  ['two tokens', { host: '127.0.0.1:24011', 'x-tidemark-token': [token, token] }],
  ['another name of this machine', { host: 'localhost:24011', 'x-tidemark-token': token }],
  ['another port', { host: '127.0.0.1:24012', 'x-tidemark-token': token }],
  ['a name that is made to resolve here', { host: 'evil.example:24011', 'x-tidemark-token': token }],
  ['no host', { 'x-tidemark-token': token }],
])('refuses %s', (_what, headers) => {
  expect(passes({ headers }, origin)).toBe(false)
})
