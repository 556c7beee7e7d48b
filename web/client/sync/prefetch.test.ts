import { cookieOf, type PrefetchedPull } from '@tidemark/shared/sync/protocol'
import { expect, test } from 'vitest'
import { PullPrefetch } from './pull-prefetch'

const [base, next] = [cookieOf(1, 6, 'a'), cookieOf(1, 7, 'a')]
const answer = { cookie: next, lastMutationIDChanges: { c1: 3 }, patch: [{ op: 'del', key: 'folder/a' }] } as const
const prefetched: PrefetchedPull = { org: 'acme', clientGroupID: 'g1', role: 'editor', base, answer }

function take(cookie: typeof base | null, clientGroupID = 'g1') {
  const told = new PullPrefetch()
  told.offer(prefetched)
  return [told.take({ clientGroupID, cookie }), told.take({ clientGroupID: 'g1', cookie: base })]
}

test('a client that stands where the answer starts is answered with it, once', () => {
  expect(take({ ...base })).toEqual([answer, null])
})

test('one that has got there by itself hears that there is nothing new', () => {
  expect(take({ ...next })).toEqual([{ cookie: next, lastMutationIDChanges: {}, patch: [] }, null])
})

test.each([
  ['a new one', null],
  ['one that stands before it', cookieOf(1, 5, 'a')],
  ['one that has got further', cookieOf(1, 8, 'a')],
  ['one with other audiences', cookieOf(1, 6, 'b')],
  ['one of another epoch', cookieOf(2, 6, 'a')],
  ['one whose tabs have not been told of their changes', { ...base, c: 0 }],
  ['one that stands there in another order', { ...base, order: base.order + 1 }],
])('%s asks', (_who, cookie) => {
  expect(take(cookie)).toEqual([null, null])
})

test('a client of another group asks, and leaves the answer for whom it is', () => {
  expect(take(base, 'g2')).toEqual([null, answer])
})

test('who wants to know how the server is now asks, also when an answer comes before that, and once', () => {
  const told = new PullPrefetch()
  const takeNext = () => told.take({ clientGroupID: 'g1', cookie: base })
  told.offer(prefetched)
  told.discard()
  told.offer(prefetched)
  expect([takeNext(), takeNext()]).toEqual([null, null])
  told.offer(prefetched)
  expect(takeNext()).toEqual(answer)
})
