import { describe, expect, test } from 'vitest'
import type { TestEngine } from '../server/store/test-engine'
import { againWith } from './again-with'
import { simulate } from './simulate'

const batchSize = 50
/** Far more than it takes: how busy the machine is proves nothing. */
const timeoutMs = 180_000

/** Tests of the seeds from `first` to `last`, in batches. */
export function testSeeds(first: number, last: number): void {
  describe('on a network that loses, repeats, delays and cuts', () => {
    for (let from = first; from <= last; from += batchSize) {
      const to = Math.min(last, from + batchSize - 1)
      test(
        `seeds ${from} to ${to} lose no edit, show nobody what is not theirs, and end with everyone equal`,
        async () => {
          for (let seed = from; seed <= to; seed += 1) await expectNoViolation(seed)
        },
        timeoutMs,
      )
    }
  })
}

export async function expectNoViolation(seed: number, createEngine?: () => Promise<TestEngine>): Promise<void> {
  const { violation } = await simulate({ seed, ...(createEngine && { createEngine }) })
  const engine = createEngine === undefined ? 'sqlite' : 'postgres'
  expect(violation?.message, `see it again with: ${againWith(seed, engine)}`).toBeUndefined()
}
