import { expect, test, vi } from 'vitest'
import { noTrace } from '../base/request-headers'
import type { Reporting } from '../observability/reporting'
import { answerTraced, judgeTrace } from './trusted-trace'

const local = { config: { mode: 'local', publicUrl: undefined }, team: null } as const

test.each([
  ['one of our pages', { 'sec-fetch-site': 'same-origin' }, true],
  ['a program, which names no site', {}, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a typed address', { 'sec-fetch-site': 'none' }, false],
])('the trace that %s names is trusted, with %o: %s', (_, headers, isTrusted) => {
  expect(judgeTrace({ headers }, local)).toBe(isTrusted)
})

const named = { sentryTrace: `${'a'.repeat(32)}-${'b'.repeat(16)}-1`, baggage: 'a=1' }

test.each([
  ['one of our pages that names a trace', 'same-origin', named, named],
  ['one of our pages that names none', 'same-origin', { ...named, sentryTrace: undefined }, noTrace],
  ['another site that names a trace', 'cross-site', named, noTrace],
])('a request of %s is answered as part of the trace that it may name', (_, site, sender, followed) => {
  const runRequest = vi.fn<Reporting['runRequest']>()
  const request = { method: 'GET', url: '/', headers: { 'sec-fetch-site': site } }
  const answer = () => undefined
  answerTraced({ runRequest }, local, request, sender, answer)
  expect(runRequest.mock.calls).toEqual([[request, followed, answer]])
})
