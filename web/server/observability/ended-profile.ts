import { arch, platform, release as releaseOfSystem, version as versionOfSystem } from 'node:os'
import type { TransactionEvent } from '@sentry/core'
import type { EndedRequest } from './ended-request'
import type { ReportingProcess } from './report-sender-messages'

/** The profiler numbers threads as Node does, and this is the one that answers requests. */
const mainThread = '0'

/** The profile of a request as the SDK would send it beside its transaction; undefined where none was taken. */
export function profileOf(
  { profile, traceId, startedAt }: EndedRequest,
  { event_id: id, transaction: name }: TransactionEvent,
  { environment, release }: ReportingProcess,
): object | undefined {
  if (profile === undefined) return undefined
  const { id: profileId, samples, stacks, frames, images } = profile
  return {
    event_id: profileId,
    timestamp: new Date(startedAt).toISOString(),
    platform: 'node',
    version: '1',
    release,
    environment,
    runtime: { name: 'node', version: process.versions.node },
    os: { name: platform(), version: releaseOfSystem(), build_number: versionOfSystem() },
    device: { architecture: arch(), is_emulator: false },
    debug_meta: { images },
    profile: { samples, stacks, frames, thread_metadata: { [mainThread]: { name: 'main' } } },
    transaction: { name, id, trace_id: traceId, active_thread_id: mainThread },
  }
}
