import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { expect, test } from 'vitest'
import { errorForReader } from './error-for-reader'

const hint = 'Did you mean `total`?'
const position = { line: 2, column: 21 }

test.each<[ErrorCode, string]>([
  ['query-unknown-name', 'People who can edit this chart can fix this.'],
  ['dataset-in-trash', 'People who can edit this chart can fix this.'],
  ['connection-tls', 'An admin of the workspace can fix this.'],
])('of %s a reader is told who can mend it, not how', (code, told) => {
  const error = new TidemarkError(code, { detail: 'orders', hint, position }).toBody()
  const { position: _, ...rest } = error
  expect(errorForReader(error)).toEqual({ ...rest, hint: told })
})

test('what nobody has to mend, or has nothing to do with the chart, is told to a reader as to everybody', () => {
  const errors = [
    new TidemarkError('query-timed-out', { detail: 'It took 60 s.' }),
    new TidemarkError('not-signed-in', { hint }),
  ].map((error) => error.toBody())
  expect(errors.map(errorForReader)).toEqual(errors)
})
