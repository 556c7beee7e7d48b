import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Runs with a server's settings to report as in production, to whatever takes reports meanwhile. @template T @param {(settings: Readonly<Record<string, string>>) => Promise<T>} run */
export async function withIngest(run) {
  const ingest = fork(new URL('./reporting-ingest.mjs', import.meta.url))
  try {
    const [dsn] = await once(ingest, 'message')
    return await run({ ERROR_REPORTING_ENABLED: '1', SENTRY_DSN: String(dsn), TIDEMARK_ENVIRONMENT: 'production' })
  } finally {
    ingest.disconnect()
  }
}
