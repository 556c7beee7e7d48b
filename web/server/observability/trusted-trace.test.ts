import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import type { Services } from '../services'
import { answerTraced } from './answer-traced'
import type { Reporting } from './reporting'
import { judgeTrace } from './trusted-trace'

// Only the mode is read in local mode.
const local = { config: { mode: 'local' } } as unknown as Services

test.each([
  ['one of our pages', { 'sec-fetch-site': 'same-origin' }, 'trusted'],
  ['a program, which names no site', {}, 'untrusted'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 'untrusted'],
  ['a typed address', { 'sec-fetch-site': 'none' }, 'untrusted'],
])('the trace that %s names is judged, with %o, as %s', async (_, headers, trust) => {
  for (const hasSpans of [true, false]) expect(await judgeTrace({ headers }, local, hasSpans)).toEqual({ trust })
})

test.each([
  ['a trace', `${'a'.repeat(32)}-${'b'.repeat(16)}-1`, 'trusted'],
  ['none', undefined, 'untrusted'],
])('a page of ours that names %s is answered as %s %s', (_, sentryTrace, trust) => {
  const runRequest = vi.fn<Reporting['runRequest']>()
  // Nothing else of either is used.
  const reporting = { runRequest } as unknown as Reporting
  const request = { headers: { 'sec-fetch-site': 'same-origin' } } as unknown as IncomingMessage
  const sender = { sentryTrace, baggage: 'a=1' }
  answerTraced(reporting, local, request, { sender, hasSpans: false }, () => undefined)
  expect(runRequest.mock.calls.map(([, how]) => how)).toMatchObject([{ trust, sender, hasSpans: false }])
})
