import { expect, test, vi } from 'vitest'
import { errorBodySchema, TidemarkError, toTidemarkError } from './tidemark-error'

test('an error thrown by another bundle keeps its code, detail and status', async () => {
  vi.resetModules()
  const other = await import('./tidemark-error')
  expect(other.TidemarkError).not.toBe(TidemarkError)
  const thrown: unknown = new other.TidemarkError('upload-unreadable', {
    detail: 'Row 17 has 5 values, the header has 6.',
  })
  expect(thrown).toBeInstanceOf(TidemarkError)
  expect(toTidemarkError(thrown)).toBe(thrown)
  expect(toTidemarkError(thrown).status).toBe(422)
})

test.each([
  [new Error('x')],
  [Object.assign(new Error('x'), { name: 'TidemarkError', code: 'not-found' })],
  ['text'],
  [null],
])('what only looks like one becomes internal and is kept as its cause: %s', (thrown) => {
  const error = toTidemarkError(thrown)
  expect([error.code, error.cause]).toEqual(['internal', thrown])
})

test('an error that came from a server keeps the sentence it came with', () => {
  const body = new TidemarkError('upload-empty', { detail: 'a.csv', hint: 'Choose another file.' }).toBody()
  const told = { ...body, message: 'The file has nothing in it.' }
  expect(TidemarkError.of(errorBodySchema.parse(told)).toBody()).toEqual(told)
})

test('an error that only a newer server knows keeps its sentence and counts as internal', () => {
  const body = { code: 'upload-of-next-year', message: 'The file is from next year.', retryable: false }
  expect(TidemarkError.of(errorBodySchema.parse(body)).toBody()).toEqual({ ...body, code: 'internal' })
})
