import { expect, test, vi } from 'vitest'
import { pageCatalogue } from './page-catalogue'
import { TidemarkError, toTidemarkError } from './tidemark-error'

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

test('in a page an error of the server keeps the sentence it came with', async () => {
  const { TidemarkError: PageError, errorBodySchema } = await asInPage()
  const body = new TidemarkError('upload-empty', { detail: 'a.csv', hint: 'Choose another file.' }).toBody()
  expect(PageError.of(errorBodySchema.parse(body)).toBody()).toEqual(body)
  const ofNewerServer = { ...body, code: 'upload-of-next-year' }
  expect(errorBodySchema.parse(ofNewerServer)).toEqual(ofNewerServer)
  expect(errorBodySchema.safeParse({ ...body, code: 'NOT_OF_TIDEMARK' }).success).toBe(false)
})

test('an error that a page makes is the one that the server makes', async () => {
  const { TidemarkError: PageError } = await asInPage()
  expect(codesOfPages.map((code) => new PageError(code).toBody())).toEqual(
    codesOfPages.map((code) => new TidemarkError(code).toBody()),
  )
})

const codesOfPages = Object.keys(pageCatalogue) as (keyof typeof pageCatalogue)[]

async function asInPage() {
  vi.resetModules()
  vi.doMock('#errors/known', () => import('./known.browser'))
  const inPage = await import('./tidemark-error')
  vi.doUnmock('#errors/known')
  vi.resetModules()
  return inPage
}
