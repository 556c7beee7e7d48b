import { contextSections, leavableSection, type ContextSection } from './session-context'
import { scrubAddress, scrubFileName, scrubMessage, scrubName } from './scrub-text'

type Fields = Readonly<Record<string, unknown>>

/**
 * Scrubs a report as the last step before it is sent: returns a copy with only the fields listed here, each filtered.
 * So user, headers, cookies, bodies, extra, variables, source lines, machine names and module lists are never sent.
 * Idempotent, because reports of the desktop's windows pass it twice.
 */
export function scrubReport<Report extends object>(report: Report): Report {
  // The remaining fields keep their types, and all fields of a report are optional.
  return scrubFields(report) as Report
}

/** Returns what may be sent of a value; undefined for nothing. */
type Filter = (value: unknown) => unknown
type Filters = Readonly<Record<string, Filter>>

const asIs: Filter = (value) => (isScalar(value) ? value : undefined)
const text =
  (scrub: (text: string) => string): Filter =>
  (value) =>
    typeof value === 'string' ? scrub(value) : undefined
const object = (filters: Filters): Filter => {
  const listed = Object.entries(filters)
  return (value) => (isFields(value) ? pick(value, listed) : undefined)
}
const list =
  (filter: Filter): Filter =>
  (value) =>
    Array.isArray(value) ? value.map(filter).filter((item) => item !== undefined) : undefined
const id: Filter = (value) => (typeof value === 'string' && /^[\w.:@/-]{1,200}$/.test(value) ? value : asNumber(value))
/** Kept for the SDK, which removes it before sending. Our code and the SDK write it, from a closed list. */
const internal: Filter = (value) => value

const frame = object({
  filename: text(scrubFileName),
  abs_path: text(scrubFileName),
  function: text(scrubFunction),
  module: text(scrubFunction),
  lineno: asIs,
  colno: asIs,
  in_app: asIs,
  platform: id,
})
const stacktrace = object({ frames: list(frame) })
const mechanism = object({ type: id, handled: asIs, synthetic: asIs, exception_id: asIs, parent_id: asIs, source: id })
const exception = object({
  type: text((name) => (/^[A-Za-z$_]{1,60}$/.test(name) ? name : 'Error')),
  value: text(scrubMessage),
  module: text(scrubFunction),
  stacktrace,
  mechanism,
})

const address = text(scrubAddress)
/** The attributes of spans that may be sent. */
const attributeFilters: Filters = {
  'sentry.op': id,
  'sentry.origin': id,
  'sentry.source': id,
  'sentry.kind': id,
  'sentry.sample_rate': asIs,
  'sentry.custom_span_name': text(scrubName),
  'http.method': id,
  'http.request.method': id,
  'http.status_code': asIs,
  'http.response.status_code': asIs,
  'http.route': address,
  'http.target': address,
  'http.url': address,
  'url.path': address,
  'url.full': address,
  url: address,
  'next.route': address,
  'next.span_type': id,
  'next.rsc': asIs,
  'otel.kind': id,
  'otel.status_code': id,
  'tidemark.outcome.status': asIs,
  'tidemark.outcome.ms': asIs,
  'http.response_content_length': asIs,
  'http.response.body.size': asIs,
}
const traceFields: Filters = {
  trace_id: id,
  span_id: id,
  parent_span_id: id,
  op: id,
  status: id,
  origin: id,
  data: object(attributeFilters),
}
const spanFields: Filters = {
  ...traceFields,
  description: text(scrubName),
  start_timestamp: asIs,
  timestamp: asIs,
  exclusive_time: asIs,
  is_segment: asIs,
  segment_id: id,
  measurements,
}
const span = object(spanFields)
/** A span sent by itself also carries what a report says about its process. */
const loneSpan = object({
  ...spanFields,
  data: object({
    ...attributeFilters,
    release: asIs,
    environment: asIs,
    transaction: text(scrubName),
    'sentry.exclusive_time': asIs,
  }),
})

/** Returns what may be sent of a late measurement, such as one of interactions; undefined for other spans. */
export function scrubMeasurement(span: object): object | undefined {
  const scrubbed = loneSpan(span)
  if (!isFields(scrubbed) || !isFields(scrubbed['measurements'])) return undefined
  return Object.keys(scrubbed['measurements']).length > 0 ? scrubbed : undefined
}

const request = object({
  type: id,
  category: id,
  level: id,
  timestamp: asIs,
  data: object({ method: id, status_code: asIs, url: address, from: address, to: address }),
})
const breadcrumb: Filter = (value) =>
  isFields(value) && ['fetch', 'xhr', 'http', 'navigation'].includes(String(value['category']))
    ? request(value)
    : undefined

/**
 * Otherwise the receiver stores the address from which a page's report came, which belongs to a person. SDKs also set
 * this in a field that is not listed here.
 */
const neverInferred = { infer_ip: 'never' }

const program = object({ name: id, version: id })
const sdk: Filter = (value) =>
  isFields(value) ? Object.assign({}, program(value), { settings: neverInferred }) : undefined

const transactionOfProfile = object({
  name: text(scrubName),
  id,
  trace_id: id,
  active_thread_id: id,
  relative_start_ns: id,
  relative_end_ns: id,
})

const system = object({ name: plain, version: plain, type: id, arch: id, build: id })
/** Sections from a request's scope or from a window were not read by our code, so they are filtered here. */
const sections = Object.fromEntries(
  contextSections.map((section): [ContextSection, Filter] => [
    section,
    (value) => (isFields(value) ? leavableSection(section, value) : undefined),
  ]),
)

const scrubFields = object({
  event_id: id,
  type: id,
  timestamp: asIs,
  start_timestamp: asIs,
  platform: id,
  level: id,
  logger: id,
  environment: asIs,
  release: asIs,
  dist: asIs,
  message: text(scrubMessage),
  // In a profile this field is an object, not a name.
  transaction: (value) => (isFields(value) ? transactionOfProfile(value) : text(scrubName)(value)),
  // Browsers put a profile's transaction into a list of one.
  transactions: list(transactionOfProfile),
  transaction_info: object({ source: id }),
  exception: object({ values: list(exception) }),
  threads: object({ values: list(object({ id: asIs, crashed: asIs, current: asIs, stacktrace })) }),
  fingerprint: list(text(scrubMessage)),
  breadcrumbs: (value) => (isFields(value) ? { values: list(breadcrumb)(value['values']) } : list(breadcrumb)(value)),
  contexts: object({
    ...sections,
    trace: object(traceFields),
    profile: object({ profile_id: id, profiler_id: id }),
    runtime: system,
    os: system,
    browser: system,
    app: object({ app_version: asIs }),
    electron: object({ crashed_process: id }),
  }),
  tags: object({ 'event.origin': id, 'event.environment': id, 'event.process': id, code: id, turbopack: asIs }),
  spans: list(span),
  measurements,
  sdk,
  debug_meta: object({ images: list(object({ type: id, debug_id: id, code_file: text(scrubFileName) })) }),
  profile: object({ frames: list(frame), samples: internal, stacks: internal, thread_metadata: internal }),
  sdkProcessingMetadata: internal,
})

function measurements(value: unknown): unknown {
  if (!isFields(value)) return undefined
  const kept = Object.entries(value).flatMap(([name, item]) =>
    isFields(item) && typeof item['value'] === 'number'
      ? [[name, { value: item['value'], unit: id(item['unit']) }]]
      : [],
  )
  return Object.fromEntries(kept)
}

function plain(value: unknown): unknown {
  return typeof value === 'string' && /^[\w .,+()-]{1,100}$/.test(value) ? value : undefined
}

function scrubFunction(name: string): string {
  return /^[\w$.:<>[\] /@-]{1,160}$/.test(name) && !/\/(?:home|Users)\//.test(name) ? name : '[…]'
}

function pick(value: object, filters: readonly (readonly [string, Filter])[]): object {
  const kept: Record<string, unknown> = {}
  for (const [key, filter] of filters) {
    const filtered = filter(Reflect.get(value, key))
    if (filtered !== undefined) kept[key] = filtered
  }
  return kept
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function asNumber(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
