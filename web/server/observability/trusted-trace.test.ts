import { expect, test } from 'vitest'
import type { Services } from '../services'
import { judgeTrace } from './trusted-trace'

// Only the mode is read in local mode.
const local = { config: { mode: 'local' } } as unknown as Services
const trace = { 'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1` }

test.each([
  ['one of our pages', { ...trace, 'sec-fetch-site': 'same-origin' }, 'trusted'],
  ['a program, which names no site', trace, 'untrusted'],
  ['another site', { ...trace, 'sec-fetch-site': 'cross-site' }, 'untrusted'],
  ['a typed address', { ...trace, 'sec-fetch-site': 'none' }, 'untrusted'],
  ['a page of ours without a trace', { 'sec-fetch-site': 'same-origin' }, 'untrusted'],
])('%s has a trace that is judged, with %o, as %s', async (_, headers, trust) => {
  for (const hasSpans of [true, false]) expect(await judgeTrace({ headers }, local, hasSpans)).toEqual({ trust })
})
