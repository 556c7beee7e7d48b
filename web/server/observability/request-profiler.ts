import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Client, DebugImage } from '@sentry/core'
import type { CpuProfilerBindings, RawThreadCpuProfile } from '@sentry/node-cpu-profiler'

// The SDK's own, which it has loaded as CommonJS.
const { getDebugImagesForResources } = createRequire(import.meta.url)('@sentry/core') as typeof import('@sentry/core')

/** As the profiler gives it, with what a report of it needs to know of this thread. */
export interface TakenProfile extends Pick<RawThreadCpuProfile, 'samples' | 'stacks' | 'frames'> {
  readonly id: string
  /** The built files in it, by the ids that their maps are found with. */
  readonly images: readonly DebugImage[]
}

/** A request while it is profiled. */
export interface RunningProfile {
  /** It has ended. Its profile is handed on once that of its slice is over; undefined where it took too short to have one. */
  end(handOn: (profile: TakenProfile | undefined) => void): void
}

export interface RequestProfiler {
  /** Of a request that begins now; undefined where it is to bring none. */
  begin(): RunningProfile | undefined
  /** Whether one that begins now is to bring a profile that somebody else takes of it. */
  isProfiled(): boolean
  /** Hands on the profiles of all that have ended. */
  flush(): void
}

interface RequestProfilerOptions {
  readonly profiler: typeof CpuProfilerBindings
  readonly client: Client
  /** Of requests, how many are profiled, 0 to 1. */
  readonly share: number
  /** How long a draw holds, from the first request on. */
  readonly periodMs?: number
}

/** Long, because to start V8's profiler where none runs holds up everything for 30 to 90 ms, to look through all that is compiled. */
const usualPeriodMs = 10 * 60_000
/** Short, because the reports of those that are profiled wait for its end. */
const sliceMs = 1_000
/** As the SDK's own: what runs longer is profiled so far. */
const maxProfileMs = 30_000

/**
 * Profiles requests without a span that follows them: of the span alone, contexts, scopes and the making of its transaction
 * cost several times what the profiler does.
 *
 * What is drawn is a period of time, for all requests that begin in it. The chance of each is the share all the same, as a
 * period begins and ends alike whether it is drawn or not. A profiler that stood ready all the time would make each call into
 * Node's own code a tenth slower, and be told of all that collections of memory move.
 *
 * Theirs are cut out of one profile for each second of it, as to start one more and to end it takes as long as to answer one of
 * them. Each starts before the one before it ends, so that the profiler never stops in between.
 */
export function createRequestProfiler({
  profiler,
  client,
  share,
  periodMs = usualPeriodMs,
}: RequestProfilerOptions): RequestProfiler {
  const { stackParser } = client.getOptions()
  const startProfile: StartProfile = () => {
    const id = randomUUID()
    profiler.startProfiling(id)
    return () => {
      const { samples = [], stacks = [], frames = [], resources = [] } = profiler.stopProfiling(id, 0) ?? {}
      const timed = samples.map((sample) => ({ sample, ns: Number(sample.elapsed_since_start_ns) }))
      return { samples: timed, stacks, frames, images: getDebugImagesForResources(stackParser, resources) }
    }
  }
  const open = new Set<ProfiledSlice>()
  const openSlice = (): ProfiledSlice => {
    const slice = new ProfiledSlice(startProfile, (stopped) => open.delete(stopped))
    open.add(slice)
    return slice
  }
  let endsAt = 0
  let current: ProfiledSlice | null = null
  let timer: NodeJS.Timeout | undefined
  const goOn = (): void => {
    const before = current
    current = performance.now() < endsAt ? openSlice() : null
    before?.close()
    if (current === null) clearInterval(timer)
  }
  const end = (): void => {
    endsAt = 0
    goOn()
  }
  const sliceNow = (): ProfiledSlice | null => {
    const now = performance.now()
    if (now < endsAt) return current
    end()
    endsAt = now + periodMs
    if (Math.random() < share) {
      current = openSlice()
      timer = setInterval(goOn, sliceMs).unref()
    }
    return current
  }
  return {
    begin: () => sliceNow()?.begin(),
    isProfiled: () => sliceNow() !== null,
    flush: () => {
      end()
      for (const slice of open) slice.stop()
    },
  }
}

interface SliceProfile extends Pick<TakenProfile, 'stacks' | 'frames' | 'images'> {
  /** ns: since its start. */
  readonly samples: readonly { readonly sample: RawThreadCpuProfile['samples'][number]; readonly ns: number }[]
}
type StartProfile = () => () => SliceProfile

/** One profile, of all requests that begin within a slice of time, until the last of them has ended. */
class ProfiledSlice {
  readonly #startedAt = performance.now()
  readonly #endProfile: () => SliceProfile
  readonly #onStop: (slice: ProfiledSlice) => void
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #running = 0
  #waiting: ((profile: SliceProfile) => void)[] = []
  /** Known once it is over. */
  #profile: SliceProfile | undefined

  constructor(startProfile: StartProfile, onStop: (slice: ProfiledSlice) => void) {
    this.#onStop = onStop
    this.#endProfile = startProfile()
  }

  begin(): RunningProfile {
    const from = performance.now() - this.#startedAt
    this.#running += 1
    return { end: (handOn) => this.#end(from, handOn) }
  }

  /** No more begin. */
  close(): void {
    this.#isClosed = true
    if (this.#running === 0) this.stop()
    else this.#timer = setTimeout(() => this.stop(), maxProfileMs - sliceMs).unref()
  }

  stop(): void {
    if (this.#profile !== undefined) return
    clearTimeout(this.#timer)
    const profile = this.#endProfile()
    this.#profile = profile
    for (const handOnOf of this.#waiting.splice(0)) handOnOf(profile)
    this.#onStop(this)
  }

  #end(from: number, handOn: (profile: TakenProfile | undefined) => void): void {
    const to = performance.now() - this.#startedAt
    this.#running -= 1
    const handOnOf = (profile: SliceProfile) => handOn(cut(profile, from, to))
    if (this.#profile !== undefined) return handOnOf(this.#profile)
    this.#waiting.push(handOnOf)
    if (this.#isClosed && this.#running === 0) this.stop()
  }
}

/** What was found between two moments, in milliseconds since its start, as a profile of its own; undefined where that says nothing. */
function cut(profile: SliceProfile, fromMs: number, toMs: number): TakenProfile | undefined {
  const fromNs = fromMs * 1e6
  const found = profile.samples.filter(({ ns }) => ns >= fromNs && ns <= toMs * 1e6)
  // As with the SDK: two moments make a time.
  if (found.length < 2) return undefined
  const stackIds = numbered(found.map(({ sample }) => sample.stack_id))
  const stacks = [...stackIds.keys()].map((id) => profile.stacks[id] ?? [])
  const frameIds = numbered(stacks.flat())
  return {
    id: randomUUID().replaceAll('-', ''),
    samples: found.map(({ sample, ns }) => ({
      ...sample,
      stack_id: stackIds.get(sample.stack_id) ?? 0,
      elapsed_since_start_ns: String(Math.round(ns - fromNs)),
    })),
    stacks: stacks.map((frames) => frames.map((id) => frameIds.get(id) ?? 0)),
    frames: [...frameIds.keys()].flatMap((id) => profile.frames[id] ?? []),
    images: profile.images,
  }
}

/** Each of them once, numbered from zero as they come. */
function numbered(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map([...new Set(ids)].map((id, index) => [id, index]))
}
