/** Upper edges of the histogram's buckets, in seconds; the last is the two seconds that make a request slow, and ten. */
const bucketsSeconds = [0.005, 0.025, 0.1, 0.5, 2, 10] as const

interface RouteCounts {
  readonly byStatus: Map<number, number>
  readonly buckets: number[]
  sumSeconds: number
  count: number
}

/** Counts of this process since it started. */
export interface Metrics {
  /** A request was answered. route: as Next names it, never an address with ids. */
  countRequest(method: string, route: string, status: number, durationMs: number): void
  /** An error that a developer must look at. code: the catalogue's. */
  countError(code: string): void
  /** As Prometheus reads it. gauges: what is asked for only now, by name. */
  toPrometheus(gauges: Readonly<Record<string, number>>, version: string): string
}

const symbol = Symbol.for('tidemark.metrics')

/** The counts of this process; the host and Next's routes are bundled apart and share them over one symbol. */
export function getMetrics(): Metrics {
  // Only this function writes under the symbol.
  const known = Reflect.get(globalThis, symbol) as Metrics | undefined
  if (known !== undefined) return known
  const made = createMetrics()
  Reflect.set(globalThis, symbol, made)
  return made
}

export function createMetrics(): Metrics {
  const countsByRoute = new Map<string, RouteCounts>()
  const errorsByCode = new Map<string, number>()
  return {
    countRequest: (method, route, status, durationMs) => {
      const key = labels({ method, route })
      const counts = countsByRoute.get(key) ?? newCounts()
      countsByRoute.set(key, counts)
      const seconds = durationMs / 1000
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
      counts.count += 1
      counts.sumSeconds += seconds
      bucketsSeconds.forEach((edge, index) => {
        if (seconds <= edge) counts.buckets[index] = (counts.buckets[index] ?? 0) + 1
      })
    },
    countError: (code) => void errorsByCode.set(code, (errorsByCode.get(code) ?? 0) + 1),
    toPrometheus: (gauges, version) =>
      [
        ...headOf('tidemark_info', 'gauge', 'The version that runs.'),
        `tidemark_info{${labels({ version })}} 1`,
        ...requestLines(countsByRoute),
        ...headOf('tidemark_errors_total', 'counter', 'Errors that a developer must look at.'),
        ...[...errorsByCode].map(([code, count]) => `tidemark_errors_total{${labels({ code })}} ${count}`),
        ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
        '',
      ].join('\n'),
  }
}

function newCounts(): RouteCounts {
  return { byStatus: new Map(), buckets: bucketsSeconds.map(() => 0), sumSeconds: 0, count: 0 }
}

function requestLines(countsByRoute: ReadonlyMap<string, RouteCounts>): readonly string[] {
  const total = 'tidemark_http_requests_total'
  const duration = 'tidemark_http_request_duration_seconds'
  const entries = [...countsByRoute]
  return [
    ...headOf(total, 'counter', 'Requests answered, but for files.'),
    ...entries.flatMap(([key, { byStatus }]) =>
      [...byStatus].map(([status, count]) => `${total}{${key},${labels({ status: String(status) })}} ${count}`),
    ),
    ...headOf(duration, 'histogram', 'Time until the answer was complete; of a poke stream, until its headers.'),
    ...entries.flatMap(([key, { buckets, count, sumSeconds }]) => [
      ...bucketsSeconds.map((edge, index) => `${duration}_bucket{${key},le="${edge}"} ${buckets[index] ?? 0}`),
      `${duration}_bucket{${key},le="+Inf"} ${count}`,
      `${duration}_sum{${key}} ${sumSeconds}`,
      `${duration}_count{${key}} ${count}`,
    ]),
  ]
}

function headOf(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}="${value
          .replaceAll('\\', String.raw`\\`)
          .replaceAll('"', String.raw`\"`)
          .replaceAll('\n', String.raw`\n`)}"`,
    )
    .join(',')
}
