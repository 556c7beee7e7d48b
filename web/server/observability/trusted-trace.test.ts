import { expect, test } from 'vitest'
import type { Services } from '../services'
import { judgeTrace } from './trusted-trace'

// Only the mode is read in local mode.
const local = { config: { mode: 'local' } } as unknown as Services
const trace = { 'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1` }

test.each([
  ['one of our pages', { ...trace, 'sec-fetch-site': 'same-origin' }, true],
  ['a program, which names no site', trace, false],
  ['another site', { ...trace, 'sec-fetch-site': 'cross-site' }, false],
  ['a typed address', { ...trace, 'sec-fetch-site': 'none' }, false],
  ['a page of ours without a trace', { 'sec-fetch-site': 'same-origin' }, false],
])('%s is trusted with a trace: %o', async (_, headers, isTrusted) => {
  expect((await judgeTrace({ headers }, local)).isTrusted).toBe(isTrusted)
})
