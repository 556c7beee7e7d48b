import { expect, test } from 'vitest'
import { isMetricsReader } from './metrics-access'

const token = 'a-long-metrics-token'
const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  headers,
  rawHeaders: Object.entries(headers).flat(),
  socket: { remoteAddress },
})

test.each([
  ['this machine', from('127.0.0.1'), true],
  ['this machine, IPv6', from('::1'), true],
  ['this machine, mapped', from('::ffff:127.0.0.1'), true],
  ['another machine', from('10.0.0.7'), false],
  ['nobody knows where', from(undefined), false],
  ['a proxy of this machine', from('127.0.0.1', { 'X-Forwarded-For': '10.0.0.7' }), false],
  ['a proxy that says so otherwise', from('127.0.0.1', { forwarded: 'for=10.0.0.7' }), false],
  ['a proxy that names the sender alone', from('127.0.0.1', { 'x-real-ip': '10.0.0.7' }), false],
  ['a network before it', from('127.0.0.1', { 'cf-connecting-ip': '10.0.0.7' }), false],
  ['a name that begins like ours', from('127.0.0.1.evil.example'), false],
])('without a token, %s: %o', (_, request, isReader) => {
  expect(isMetricsReader(request, undefined)).toBe(isReader)
})

test.each([
  ['the token from anywhere', from('10.0.0.7', { authorization: `Bearer ${token}` }), true],
  ['another token', from('127.0.0.1', { authorization: 'Bearer another' }), false],
  ['none, though from this machine', from('127.0.0.1'), false],
])('with a token set, %s', (_, request, isReader) => {
  expect(isMetricsReader(request, token)).toBe(isReader)
})
