import { expect, it } from 'vitest'
import { createIntentQueue } from './intent-queue'
import type { OpenIntent } from './open-intent'

const go = (path: string): OpenIntent => ({ kind: 'go', path })

it('keeps what comes before anybody can take it, and after the taker has gone', () => {
  const queue = createIntentQueue<OpenIntent>()
  const taken: OpenIntent[] = []
  queue.add([go('/a'), go('/b')])
  const stop = queue.setTaker((intent) => taken.push(intent))
  queue.add([go('/c')])
  stop()
  queue.add([go('/d')])
  expect(taken).toEqual([go('/a'), go('/b'), go('/c')])
  queue.setTaker((intent) => taken.push(intent))
  expect(taken.at(-1)).toEqual(go('/d'))
})

it('takes no more than a hundred at once', () => {
  const queue = createIntentQueue<OpenIntent>()
  queue.add(Array.from({ length: 5_000 }, (_, index) => go(`/${index}`)))
  let count = 0
  queue.setTaker(() => (count += 1))
  expect(count).toBe(100)
})

it('goes on with the rest when the taker leaves in the middle', () => {
  const queue = createIntentQueue<OpenIntent>()
  queue.add([go('/a'), go('/b')])
  const first: OpenIntent[] = []
  const second: OpenIntent[] = []
  queue.setTaker((intent) => {
    first.push(intent)
    queue.setTaker((next) => second.push(next))
  })
  expect([first, second]).toEqual([[go('/a')], [go('/b')]])
})
