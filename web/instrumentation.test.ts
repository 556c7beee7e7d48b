import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { expect, test, vi } from 'vitest'
import { onRequestError } from './instrumentation'
import { setServices, type Services } from './server/services'

const log = { error: vi.fn() }
// The code under test uses only the log.
setServices({ log } as unknown as Services)

test.each<[string, Error, number]>([
  ['a page that failed', new Error('lost'), 1],
  ['a page that failed with an error of ours', new TidemarkError('store-failed'), 1],
  ['an answer that broke off since somebody stopped it', brokenOff(new TidemarkError('query-cancelled')), 0],
  ['an answer that broke off by a fault of ours', brokenOff(new TidemarkError('store-failed')), 1],
  ['an answer that broke off, nobody knows why', brokenOff(new Error('lost')), 1],
])('%s is logged as the failure it is', async (_, error, lineCount) => {
  log.error.mockClear()
  const context = { routerKind: 'App Router', routePath: '/api/exports', routeType: 'route' } as const
  await onRequestError(error, { path: '/api/exports', method: 'POST', headers: {} }, { ...context, ...unused })
  expect(log.error).toHaveBeenCalledTimes(lineCount)
})

test('the line of a page that failed has the name that the page gives it to the person', async () => {
  log.error.mockClear()
  const context = { routerKind: 'App Router', routePath: '/[[...path]]', routeType: 'render' } as const
  const error = Object.assign(new Error('lost'), { digest: '2041' })
  await onRequestError(error, { path: '/charts', method: 'GET', headers: {} }, { ...context, ...unused })
  expect(log.error.mock.calls).toMatchObject([[{ message: 'lost', digest: '2041' }, 'A page failed.']])
})

const unused = { renderSource: 'server-rendering', revalidateReason: undefined } as const

/** Wraps an error as Next does. */
function brokenOff(cause: Error): Error {
  return new Error('failed to pipe response', { cause })
}
