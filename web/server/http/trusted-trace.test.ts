import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { noTrace } from '../base/request-headers'
import type { Services } from '../services'
import type { Reporting } from '../observability/reporting'
import { answerTraced, judgeTrace } from './trusted-trace'

// Only the mode is read in local mode.
const local = { config: { mode: 'local' } } as unknown as Services

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
  // Nothing else of either is used.
  const reporting = { runRequest } as unknown as Reporting
  const request = { headers: { 'sec-fetch-site': site } } as unknown as IncomingMessage
  const answer = () => undefined
  answerTraced(reporting, local, request, sender, answer)
  expect(runRequest.mock.calls).toEqual([[request, followed, answer]])
})
