import type { Logger } from '@tidemark/shared/observability/logger'

/** The profiler, where its prebuilt binary fits this machine; else none, and the log says so. */
export async function loadProfiling(log: Logger) {
  try {
    const { nodeProfilingIntegration } = await import('@sentry/profiling-node')
    return [nodeProfilingIntegration()]
  } catch (cause) {
    log.info({ err: cause }, 'Profiles are not taken: the profiler does not run on this machine.')
    return []
  }
}
