import { createRequire } from 'node:module'
import type { Logger } from '@tidemark/shared/observability/logger'

// Loaded with `require`: a module that fails during an `import` from CommonJS leaves an unhandled rejection, which ends
// the process.
const require = createRequire(import.meta.url)

/** Returns the SDK's profiling integration; null, with a log line, if there is no prebuilt binary for this machine. */
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
