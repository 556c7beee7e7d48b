import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterEach, expect, test, vi } from 'vitest'
import { captureCaughtWith } from '@/client/observability/report-caught'
import { reportProblem } from './report-problem'

afterEach(() => vi.restoreAllMocks())

test('a failure of the page is logged and reported, one of the server, which has done both, is shown alone', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const captured: unknown[] = []
  // Test files share this module: errors caught by another file's tests may be waiting in it.
  captureCaughtWith(() => undefined)
  captureCaughtWith((thrown) => captured.push(thrown))
  const own = new TypeError('x is not a function')
  reportProblem(own)
  reportProblem(TidemarkError.of({ code: 'internal', message: 'Something went wrong.' }))
  reportProblem(new TidemarkError('not-found'))
  expect(captured).toEqual([own])
  expect(log).toHaveBeenCalledTimes(1)
})
