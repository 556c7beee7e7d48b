const maxFrames = 4

/**
 * Describes a report in a few lines: what it is and where it comes from, its outcome, and each part of its context.
 *
 * @param {import('./telemetry-ingest.mjs').Report} report
 * @returns {string}
 */
export function summaryOf({ type, payload, header }) {
  const contexts = Object.entries({ ...payload.contexts })
  const isThere = (/** @type {unknown} */ values) => Object(values).available !== false
  const lines = [
    nameOf(type, payload),
    [
      processOf(payload),
      `${payload.environment} ${payload.release}`,
      ...(type === 'event' ? [] : rateOf(header)),
      ...traceOf(payload),
    ].join(', '),
    ...(type === 'event' ? failureLines(payload) : measuredLines(payload)),
    ...contexts.filter(([name, values]) => name !== 'trace' && isThere(values)).map(contextLine),
    ...listOf(
      'has no',
      contexts.filter(([, values]) => !isThere(values)).map(([name]) => name),
    ),
  ]
  return lines.join('\n  ')
}

/** @param {string} type @param {any} payload */
function nameOf(type, payload) {
  const thrown = payload.exception?.values?.at(-1)
  if (thrown) return `${type} ${thrown.type}: ${thrown.value}`
  const { transaction, description, message } = payload
  const name = transaction?.name ?? transaction ?? description ?? message
  return type === 'profile' ? `profile of ${name}, ${payload.profile?.samples?.length ?? 0} samples` : `${type} ${name}`
}

/** Returns which of our processes sent it. @param {any} payload */
function processOf({ tags, platform, contexts }) {
  const ofDesktop = tags?.['event.process']
  if (ofDesktop !== undefined) return ofDesktop === 'browser' ? 'main process' : 'window'
  return platform === 'node' || contexts?.runtime?.name === 'node' ? 'server' : 'page'
}

/** @param {Record<string, unknown>} header */
function rateOf(header) {
  const rate = Object(header['trace']).sample_rate
  return rate === undefined ? [] : [`rate ${rate}`]
}

/** @param {any} payload */
function traceOf({ contexts, transaction, trace_id: ofSpan }) {
  const id = contexts?.trace?.trace_id ?? transaction?.trace_id ?? ofSpan
  return id === undefined ? [] : [`trace ${id}`]
}

/** Returns an error's catalogue code, and its stack in our code, innermost frame first. @param {any} payload */
function failureLines({ tags, exception }) {
  const thrown = exception?.values?.at(-1)
  /** @type {readonly { function?: string, filename?: string, lineno?: number, colno?: number }[]} */
  const frames = thrown?.stacktrace?.frames ?? []
  return [
    ...(tags?.code === undefined ? [] : [`code ${tags.code}`]),
    ...(thrown?.mechanism?.handled === false ? ['nobody caught it'] : []),
    ...frames
      .toReversed()
      .slice(0, maxFrames)
      .map(({ function: name = '?', filename, lineno, colno }) => `at ${name} (${filename}:${lineno}:${colno})`),
    ...(frames.length > maxFrames ? [`and ${frames.length - maxFrames} more`] : []),
  ]
}

/** Returns its duration and outcome, and what a page measured. @param {any} payload */
function measuredLines({ start_timestamp: startedAt, timestamp: endedAt, contexts, spans, measurements }) {
  const { status, data } = Object(contexts?.trace)
  const httpStatus = data?.['tidemark.outcome.status'] ?? data?.['http.response.status_code']
  // The duration that sampling uses, which for a stream is not the whole time.
  const tookMs = data?.['tidemark.outcome.ms'] ?? (endedAt - startedAt) * 1_000
  const measured = Object.entries(measurements ?? {}).map(
    ([name, { value, unit }]) => `${name} ${roundOf(value)}${unit === 'millisecond' ? ' ms' : ''}`,
  )
  return [
    ...(Number.isFinite(tookMs) ? [`${httpStatus ?? status ?? 'ended'} after ${roundOf(tookMs)} ms`] : []),
    ...(spans?.length > 0 ? [`${spans.length} parts`] : []),
    ...(measured.length === 0 ? [] : [measured.join(', ')]),
  ]
}

/** @param {number} value */
function roundOf(value) {
  return Math.round(value * 10) / 10
}

/** @param {[string, unknown]} context */
function contextLine([name, values]) {
  const entries = Object.entries(Object(values)).map(
    ([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${name}: ${entries.length === 0 ? 'nothing' : entries.join(', ')}`
}

/** @param {string} title @param {readonly string[]} names */
function listOf(title, names) {
  return names.length === 0 ? [] : [`${title} ${names.join(', ')}`]
}
