import { createRequire } from 'node:module'
import type { Logger } from '@tidemark/shared/observability/logger'

// A module that fails while it is imported from CommonJS leaves a rejection that nobody can handle, which ends the process.
const require = createRequire(import.meta.url)

/**
 * The profiler, alone and as the SDK knows it, where its prebuilt binary fits this machine; else null, and the log says so. Until
 * one is started, V8 does nothing for it.
 */
export function loadProfiling(log: Logger) {
  // Read when it is loaded. As it comes V8 listens from then on, whether anything is profiled or not.
  process.env['SENTRY_PROFILER_LOGGING_MODE'] ??= 'lazy'
  try {
    const binaries = require('@sentry/node-cpu-profiler') as typeof import('@sentry/node-cpu-profiler')
    if (binaries.PrivateCpuProfilerBindings === undefined) throw new Error('no profiler is built for this machine')
    const { nodeProfilingIntegration } = require('@sentry/profiling-node') as typeof import('@sentry/profiling-node')
    return { integration: nodeProfilingIntegration(), profiler: binaries.CpuProfilerBindings }
  } catch (cause) {
    log.info({ err: cause }, 'Profiles are not taken: the profiler does not run on this machine.')
    return null
  }
}
