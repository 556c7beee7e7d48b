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

/** Begins one; what it returns ends it, and gives it unless it was over too soon to say anything. */
export type TakeProfile = () => () => TakenProfile | undefined

/** As the SDK's own: what runs longer is profiled so far. */
const maxProfileMs = 30_000

/**
 * Profiles a request without a span that follows it: of the span alone, contexts, scopes and the making of its transaction
 * cost several times what the profiler does.
 */
export function createTakeProfile(profiler: typeof CpuProfilerBindings, client: Client): TakeProfile {
  const { stackParser } = client.getOptions()
  const end = (id: string): TakenProfile | undefined => {
    const { samples = [], stacks = [], frames = [], resources = [] } = profiler.stopProfiling(id, 0) ?? {}
    // As with the SDK: two moments make a time.
    if (samples.length < 2) return undefined
    return { id, samples, stacks, frames, images: getDebugImagesForResources(stackParser, resources) }
  }
  return () => {
    const id = randomUUID().replaceAll('-', '')
    let taken: TakenProfile | undefined
    let isEnded = false
    const stop = () => {
      clearTimeout(timer)
      if (!isEnded) taken = end(id)
      isEnded = true
      return taken
    }
    const timer = setTimeout(stop, maxProfileMs).unref()
    profiler.startProfiling(id)
    return stop
  }
}
