import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The upper bounds of the histogram's buckets in seconds; they include the two seconds above which a request is slow.
 */
const bucketsSeconds = [0.005, 0.025, 0.1, 0.5, 2, 10]

/** Counters of this process since it started. */
export interface Metrics {
  /** Counts an answered request. route: its name in Next's form, never an address with ids. */
  countRequest(method: string, route: string, status: number, durationMs: number): void
  /** Counts an error that a developer should look at. code: from the catalogue. */
  countError(code: string): void
  /** Counts a try of a job. outcome: succeeded, again (it is tried once more) or dead. */
  countJob(kind: string, outcome: string, durationMs: number): void
  /** Sets the gauges of jobs, which are those of the whole store. late: due for over a minute. */
  setJobs(jobs: { readonly waiting: number; readonly late: number; readonly dead: number }): void
  /** Sets the gauges: what works now, and the running version. */
  setHealth(health: { readonly isStoreUp: boolean; readonly isEngineUp: boolean; readonly version: string }): void
  /** Writes everything in Prometheus' text format. */
  toPrometheus(): Promise<string>
}

const symbol = Symbol.for('tidemark.metrics')

/**
 * Returns the counters of this process. The host and Next's routes are bundled separately and share them under a
 * symbol.
 */
export function getMetrics(): Metrics {
  // Only this function writes under the symbol.
  const known = Reflect.get(globalThis, symbol) as Metrics | undefined
  if (known !== undefined) return known
  const made = createMetrics()
  Reflect.set(globalThis, symbol, made)
  return made
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const info = new Gauge({
    name: 'tidemark_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers,
  })
  const requests = new Counter({
    name: 'tidemark_http_requests_total',
    help: 'Requests answered, but for files.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'tidemark_http_request_duration_seconds',
    help: 'Time until the answer was complete; of a poke stream, until its headers.',
    labelNames: ['method', 'route'],
    buckets: bucketsSeconds,
    registers,
  })
  const errors = new Counter({
    name: 'tidemark_errors_total',
    help: 'Errors that a developer must look at.',
    labelNames: ['code'],
    registers,
  })
  const jobs = new Counter({
    name: 'tidemark_jobs_total',
    help: 'Tries of jobs.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const jobDurations = new Histogram({
    name: 'tidemark_job_duration_seconds',
    help: 'Time of a try of a job.',
    labelNames: ['kind'],
    buckets: bucketsSeconds,
    registers,
  })
  const jobStates = new Gauge({
    name: 'tidemark_jobs',
    help: 'Jobs of the store: waiting, late by over a minute, or failed for good.',
    labelNames: ['state'],
    registers,
  })
  const storeUp = new Gauge({ name: 'tidemark_store_up', help: 'Whether the store works.', registers })
  const engineUp = new Gauge({ name: 'tidemark_engine_up', help: 'Whether the query engine works.', registers })
  const ofProcess = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  ofProcess('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  ofProcess('nodejs_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed)
  ofProcess('process_uptime_seconds', 'Time since this process started.', () => process.uptime())

  return {
    countRequest: (method, route, status, durationMs) => {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, durationMs / 1000)
    },
    countError: (code) => errors.inc({ code }),
    countJob: (kind, outcome, durationMs) => {
      jobs.inc({ kind, outcome })
      jobDurations.observe({ kind }, durationMs / 1000)
    },
    setJobs: (counts) => {
      for (const [state, count] of Object.entries(counts)) jobStates.set({ state }, count)
    },
    setHealth: ({ isStoreUp, isEngineUp, version }) => {
      info.reset()
      info.set({ version }, 1)
      storeUp.set(Number(isStoreUp))
      engineUp.set(Number(isEngineUp))
    },
    toPrometheus: async () => await registry.metrics(),
  }
}
