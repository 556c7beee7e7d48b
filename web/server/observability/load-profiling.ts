import { createRequire } from 'node:module'
import type { Logger } from '@tidemark/shared/observability/logger'

// A module that fails while it is imported from CommonJS leaves a rejection that nobody can handle, which ends the process.
const require = createRequire(import.meta.url)

/** The SDK's profiling, where its prebuilt binary fits this machine; else null, and the log says so. */
export function loadProfiling(log: Logger) {
  try {
    const binaries = require('@sentry/node-cpu-profiler') as typeof import('@sentry/node-cpu-profiler')
    if (binaries.PrivateCpuProfilerBindings === undefined) throw new Error('no profiler is built for this machine')
    const { nodeProfilingIntegration } = require('@sentry/profiling-node') as typeof import('@sentry/profiling-node')
    return nodeProfilingIntegration()
  } catch (cause) {
    log.info({ err: cause }, 'Profiles are not taken: the profiler does not run on this machine.')
    return null
  }
}
