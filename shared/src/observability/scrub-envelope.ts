import { scrubName } from './scrub-text'
import { scrubMeasurement, scrubReport } from './scrub-report'

/** An item of an envelope as its SDK holds it before serialization. */
type EnvelopeItem = readonly [header: { readonly type?: unknown }, payload: unknown]
export type ReportEnvelope = readonly [header: object, items: readonly EnvelopeItem[]]

const reportTypes: ReadonlySet<unknown> = new Set(['event', 'transaction'])

/**
 * Returns the envelope as it may be sent: errors, transactions, their profiles and late measurements, scrubbed. All
 * other items (sessions, logs, attachments, recordings, client reports) are dropped. Null if nothing is left.
 * Idempotent.
 */
export function scrubEnvelope([header, items]: ReportEnvelope): ReportEnvelope | null {
  const kept = items.flatMap((item): readonly EnvelopeItem[] => {
    const [itemHeader, payload] = item
    if (typeof payload !== 'object' || payload === null) return []
    if (reportTypes.has(itemHeader.type)) return [[{ type: itemHeader.type }, leavable(payload)]]
    if (itemHeader.type === 'span') {
      const measurement = scrubMeasurement(payload)
      return measurement === undefined ? [] : [[{ type: 'span' }, measurement]]
    }
    return itemHeader.type === 'profile' ? [[{ type: 'profile' }, scrubProfile(payload)]] : []
  })
  return kept.length === 0 ? null : [scrubHeader(header), kept]
}

/** The keys of the trace header that may be sent; the sender may have added others. */
const headKeys: ReadonlySet<string> = new Set([
  'trace_id',
  'public_key',
  'environment',
  'release',
  'sample_rate',
  'sample_rand',
  'sampled',
  'org_id',
])

function scrubHeader(header: object): object {
  const trace: unknown = Reflect.get(header, 'trace')
  if (typeof trace !== 'object' || trace === null) return header
  const kept = Object.entries(trace).filter(([key, value]) => headKeys.has(key) && typeof value === 'string')
  const transaction: unknown = Reflect.get(trace, 'transaction')
  const named = typeof transaction === 'string' ? { transaction: scrubName(transaction) } : {}
  return { ...header, trace: { ...Object.fromEntries(kept), ...named } }
}

/** Scrubs a report and removes the sender's own bookkeeping, such as the rate before thinning. */
function leavable(report: object): object {
  const { sdkProcessingMetadata: _, ...kept } = scrubReport<{ sdkProcessingMetadata?: unknown }>(report)
  return kept
}

/** Scrubs a profile, which consists of times and frames; its file names come from the machine on which it was taken. */
function scrubProfile(profile: object): object {
  return {
    ...leavable(profile),
    version: Reflect.get(profile, 'version'),
    runtime: Reflect.get(profile, 'runtime'),
    os: Reflect.get(profile, 'os'),
    device: { architecture: architectureOf(profile), is_emulator: false },
  }
}

function architectureOf(profile: object): unknown {
  const device: unknown = Reflect.get(profile, 'device')
  return typeof device === 'object' && device !== null ? Reflect.get(device, 'architecture') : undefined
}
