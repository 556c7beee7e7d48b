import { expect, test } from 'vitest'
import { isMetricsReader } from './metrics-access'

const token = 'a-long-metrics-token'
const from = (remoteAddress: string | undefined, given: Record<string, string> = {}, httpVersion = '1.1') => {
  const headers = { host: '127.0.0.1:3000', ...given }
  return { headers, rawHeaders: Object.entries(headers).flat(), httpVersion, socket: { remoteAddress } }
}

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
  ['a network before it, Azure’s', from('127.0.0.1', { 'X-Azure-ClientIP': '10.0.0.7' }), false],
  ['Envoy', from('127.0.0.1', { 'x-envoy-external-address': '10.0.0.7' }), false],
  ['a proxy behind another', from('127.0.0.1', { 'X-Original-Forwarded-For': '10.0.0.7' }), false],
  ['a proxy that names itself alone', from('127.0.0.1', { via: '1.1 varnish' }), false],
  ['a proxy that numbers requests', from('127.0.0.1', { 'x-request-id': '1' }), false],
  ['nginx as it is without settings', from('127.0.0.1', {}, '1.0'), false],
  ['a proxy that says nothing, by our public name', from('127.0.0.1', { host: 'tidemark.example.com' }), false],
  ['this machine, by its name', from('::1', { host: 'localhost:3000' }), true],
  ['Prometheus here', from('127.0.0.1', { 'X-Prometheus-Scrape-Timeout-Seconds': '10' }), true],
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
