import type { CpuProfilerBindings, RawThreadCpuProfile } from '@sentry/node-cpu-profiler'
import * as Sentry from '@sentry/nextjs'
import { expect, test } from 'vitest'
import { createTakeProfile } from './take-profile'

const client = { getOptions: () => ({ stackParser: Sentry.defaultStackParser }) } as unknown as Sentry.NodeClient

/** A profiler that found that many samples: how many the real one finds of a moment is chance. */
function profilerWith(count: number | null) {
  const samples = Array.from({ length: count ?? 0 }, (_, index) => ({
    stack_id: 0,
    thread_id: '0',
    elapsed_since_start_ns: index,
  }))
  // Only what a report is made of is read.
  const found =
    count === null ? null : ({ samples, stacks: [[0]], frames: [], resources: [] } as unknown as RawThreadCpuProfile)
  const calls: string[] = []
  const profiler = {
    startProfiling: (id: string) => void calls.push(`start ${id}`),
    stopProfiling: (id: string) => (calls.push(`stop ${id}`), found),
  } as unknown as typeof CpuProfilerBindings
  return { calls, take: createTakeProfile(profiler, client) }
}

test('a profile is what was found between its start and its end', () => {
  const { calls, take } = profilerWith(2)
  const end = take()
  const taken = end()
  expect(taken).toMatchObject({ samples: [{ stack_id: 0 }, { stack_id: 0 }], stacks: [[0]], images: [] })
  expect(calls).toEqual([`start ${taken?.id}`, `stop ${taken?.id}`])
  expect([end(), calls.length]).toEqual([taken, 2])
})

test.each([0, 1, null])('of what was over too soon, with %j samples, there is none', (count) => {
  expect(profilerWith(count).take()()).toBeUndefined()
})
