import type { Logger } from '@tidemark/shared/observability/logger'

/** The profiler, alone and as the SDK knows it, where its prebuilt binary fits this machine; else null, and the log says so. */
export async function loadProfiling(log: Logger) {
  try {
    const { nodeProfilingIntegration } = await import('@sentry/profiling-node')
    const { CpuProfilerBindings } = await import('@sentry/node-cpu-profiler')
    return { integration: nodeProfilingIntegration(), profiler: CpuProfilerBindings }
  } catch (cause) {
    log.info({ err: cause }, 'Profiles are not taken: the profiler does not run on this machine.')
    return null
  }
}
