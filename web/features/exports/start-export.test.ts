import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { expect, test } from 'vitest'
import { whyBrokenOff } from './start-export'

const full = new TidemarkError('query-disk-full').toBody()
const left = new TidemarkError('query-cancelled').toBody()

test.each([
  ['failed', full, 'query-disk-full'],
  ['cancelled', left, 'internal'],
  ['running', undefined, 'internal'],
] as const)('an answer that broke off while the server had it as %s says why', (status, error, code) => {
  expect(whyBrokenOff({ status, rowCount: 0, sizeBytes: 0, ...(error && { error }) })).toMatchObject({ code })
})

test('an answer that broke off with the server says so', () => {
  expect(whyBrokenOff(null)).toMatchObject({ detail: 'The connection to the server broke off.' })
})
