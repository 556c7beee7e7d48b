import type { CpuProfilerBindings, RawThreadCpuProfile } from '@sentry/node-cpu-profiler'
import * as Sentry from '@sentry/nextjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestProfiler, type TakenProfile } from './request-profiler'

const client = { getOptions: () => ({ stackParser: Sentry.defaultStackParser }) } as unknown as Sentry.NodeClient

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A profiler that looks each 10 ms and finds another stack each time: how much the real one finds is chance. */
function steadyProfiler() {
  const begunAt = new Map<string, number>()
  let stopped = 0
  let pauses = 0
  const profileOf = (tookMs: number) => {
    const times = Array.from({ length: Math.floor(tookMs / 10) + 1 }, (_, index) => index * 10)
    const samples = times.map((ms, index) => ({
      stack_id: index,
      thread_id: '0',
      elapsed_since_start_ns: String(ms * 1e6),
    }))
    // Only what a report is made of is read.
    return {
      samples,
      stacks: times.map((_, index) => [index, 0]),
      frames: times.map((ms) => ({ function: `at ${ms}` })),
      resources: [],
    } as unknown as RawThreadCpuProfile
  }
  const bindings = {
    startProfiling: (id: string) => void begunAt.set(id, performance.now()),
    stopProfiling: (id: string) => {
      stopped += 1
      if (stopped === begunAt.size) pauses += 1
      return profileOf(performance.now() - (begunAt.get(id) ?? 0))
    },
  } as unknown as typeof CpuProfilerBindings
  return { bindings, counts: () => [begunAt.size, stopped], pauses: () => pauses }
}

function createProfiler({
  share = 1,
  periodMs = 1_000,
  bindings = undefined as typeof CpuProfilerBindings | undefined,
}) {
  const steady = steadyProfiler()
  const profiler = createRequestProfiler({ profiler: bindings ?? steady.bindings, client, share, periodMs })
  const handedOn: (TakenProfile | undefined)[] = []
  const begin = () => {
    const running = profiler.begin()
    return () => running?.end((profile) => void handedOn.push(profile))
  }
  const run = (ms: number) => {
    const end = begin()
    vi.advanceTimersByTime(ms)
    end()
  }
  return { profiler, begin, run, handedOn, counts: steady.counts, pauses: steady.pauses }
}

test('requests that begin within a second are cut out of one profile, each with what was found while it ran', () => {
  const { run, handedOn, counts } = createProfiler({})
  run(25)
  run(40)
  expect([handedOn, counts()]).toEqual([[], [1, 0]])
  vi.advanceTimersByTime(1_000)
  expect(counts()).toEqual([1, 1])
  // Of the second, at 30, 40, 50 and 60 ms; the bottom of each stack, found at 0 ms, is theirs too.
  expect(handedOn[1]).toMatchObject({
    samples: [5, 15, 25, 35].map((ms, index) => ({ stack_id: index, elapsed_since_start_ns: String(ms * 1e6) })),
    stacks: [
      [0, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
    frames: [30, 0, 40, 50, 60].map((ms) => ({ function: `at ${ms}` })),
    images: [],
  })
  expect(handedOn[0]?.samples).toHaveLength(3)
  expect(handedOn[0]?.id).not.toBe(handedOn[1]?.id)
})

test('one that was over too soon is handed on without', () => {
  const { run, handedOn } = createProfiler({})
  run(9)
  vi.advanceTimersByTime(1_000)
  expect(handedOn).toEqual([undefined])
})

test('so is one of which the profiler knows nothing', () => {
  const silent = { startProfiling: () => undefined, stopProfiling: () => null } as unknown as typeof CpuProfilerBindings
  const { run, handedOn } = createProfiler({ bindings: silent })
  run(500)
  vi.advanceTimersByTime(1_000)
  expect(handedOn).toEqual([undefined])
})

test('what still runs at the end of the second is waited for, half a minute at most', () => {
  const { begin, handedOn, counts } = createProfiler({})
  const [end, endLate] = [begin(), begin()]
  vi.advanceTimersByTime(5_000)
  end()
  expect([handedOn.length, counts()]).toEqual([0, [1, 0]])
  vi.advanceTimersByTime(25_000)
  expect([handedOn.length, counts()]).toEqual([1, [1, 1]])
  vi.advanceTimersByTime(60_000)
  endLate()
  expect(handedOn.map((profile) => profile?.samples.length)).toEqual([501, 3_001])
  const another = begin()
  vi.advanceTimersByTime(5_000)
  another()
  expect([handedOn.length, counts()]).toEqual([3, [2, 2]])
})

test('on demand what has ended is handed on at once, and what runs later, as far as it was known', () => {
  const { profiler, begin, run, handedOn, counts } = createProfiler({})
  const end = begin()
  run(20)
  profiler.flush()
  expect([handedOn.length, counts()]).toEqual([1, [1, 1]])
  vi.advanceTimersByTime(100)
  end()
  expect(handedOn.map((profile) => profile?.samples.length)).toEqual([3, 3])
  profiler.flush()
  expect(counts()).toEqual([1, 1])
  begin()
  expect(counts()).toEqual([2, 1])
})

test('a period goes on in profiles of a second each, of which one always runs until it is over', () => {
  const { run, handedOn, counts, pauses } = createProfiler({ periodMs: 4_500 })
  const countsEachSecond = Array.from({ length: 8 }, () => {
    run(15)
    vi.advanceTimersByTime(985)
    return counts()
  })
  // Those after the fifth second begin another one.
  expect(countsEachSecond).toEqual([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [5, 5],
    [7, 6],
    [8, 7],
    [9, 8],
  ])
  expect([handedOn.length, pauses()]).toEqual([8, 1])
})

test('whoever takes profiles of their own does so in the same periods', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.2).mockReturnValueOnce(0.05)
  const { profiler, counts } = createProfiler({ share: 0.1 })
  expect([profiler.isProfiled(), profiler.begin(), counts()]).toEqual([false, undefined, [0, 0]])
  vi.advanceTimersByTime(1_000)
  expect([profiler.isProfiled(), profiler.begin() !== undefined, counts()]).toEqual([true, true, [1, 0]])
})

test('each has the chance that is said, whether many come in a period or few', () => {
  const { profiler, counts } = createProfiler({ share: 0.1 })
  const seconds = 20_000
  let profiled = 0
  let requests = 0
  for (let second = 0; second < seconds; second += 1) {
    const count = second % 2 === 0 ? 1 : 5
    for (let index = 0; index < count; index += 1) {
      const running = profiler.begin()
      requests += 1
      if (running !== undefined) profiled += 1
      running?.end(() => undefined)
    }
    vi.advanceTimersByTime(1_001)
  }
  const [begun = 0, ended = 0] = counts()
  expect(ended).toBe(begun)
  expect(Math.abs(begun - seconds * 0.1)).toBeLessThan(4.5 * Math.sqrt(seconds * 0.1 * 0.9))
  // Those of one second share its luck, so their number spreads wider: by the squares of how many are in each.
  const spread = Math.sqrt((seconds / 2) * (1 + 25) * 0.1 * 0.9)
  expect(Math.abs(profiled - requests * 0.1)).toBeLessThan(4.5 * spread)
})
