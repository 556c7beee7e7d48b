import { headSampleRates } from './sampling-rules'
import { contextSections, type SectionValues, type SessionContext } from './session-context'
import { targetOf, thinTrace, type SamplingHead } from './tail-thinning'
import type { ReportingConfig } from './reporting-config'

/** The part of a report that the hooks read; events of all SDKs have it. */
interface HookedReport {
  contexts?: Record<string, Record<string, unknown> | undefined> | undefined
  start_timestamp?: number | undefined
  timestamp?: number | undefined
  sdkProcessingMetadata?: Record<string, unknown> | undefined
}

/** The arguments that an SDK passes to its sampler. */
interface SamplingQuestion {
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
  readonly parentSampled?: boolean | undefined
}

interface HookOptions {
  readonly config: Pick<ReportingConfig, 'environment'>
  readonly readContext: () => SessionContext
  /** Which sections win if a report already has some: the report's (from its request's scope) or those read now. */
  readonly prefer: 'report' | 'now'
}

/** The attribute of a root span with the rate at which its sender's trace began; it is removed before sending. */
export const parentSampleRateAttribute = 'tidemark.parent_sample_rate'

/** Creates the hooks that every Sentry SDK calls, equal in every process. The transport scrubs what is sent. */
export function createReportingHooks({ config: { environment }, readContext, prefer }: HookOptions) {
  const withContext = <Report extends HookedReport>(report: Report): Report => {
    const now = readContext()
    const own = report.contexts ?? {}
    const sections = contextSections.map((section) => {
      const inReport = own[section]
      // Otherwise a report's sections date from the SDK's start, and could still name a person who has signed out.
      return [section, prefer === 'report' && isAvailable(inReport) ? inReport : now[section]] as const
    })
    return { ...report, contexts: { ...own, ...Object.fromEntries(sections) } }
  }
  return {
    tracesSampler: ({ attributes = {}, parentSampled }: SamplingQuestion): number =>
      headSampleRates({ environment, target: targetOf(attributes), parentSampled }).larger,

    beforeSend: <Report extends HookedReport>(report: Report): Report => withContext(report),

    beforeSendTransaction: <Report extends HookedReport>(report: Report): Report | null => {
      const metadata = report.sdkProcessingMetadata ?? {}
      const trace = report.contexts?.['trace'] ?? {}
      const attributes = attributesOf(trace['data'])
      // Made by the SDK; it contains only names and texts.
      const head = metadata['dynamicSamplingContext'] as SamplingHead | undefined
      const verdict = thinTrace(environment, {
        traceId: String(trace['trace_id']),
        attributes,
        startTimestamp: report.start_timestamp,
        timestamp: report.timestamp,
        head: withParentRate(head, attributes),
      })
      if (verdict.kind === 'drop') return null
      const sdkProcessingMetadata = { ...metadata, dynamicSamplingContext: verdict.head }
      return { ...withRate(withContext(report), verdict.head?.['sample_rate']), sdkProcessingMetadata }
    },
  }
}

/**
 * Restores the parent's rate: a trace begun by a sender stands for as many as the sender's rate says, but the SDK notes
 * 1 for an inherited decision.
 */
function withParentRate(head: SamplingHead | undefined, attributes: Readonly<Record<string, unknown>>) {
  const rate = attributes[parentSampleRateAttribute]
  const isPassedOn = attributes['sentry.sample_rate'] === 1 && typeof rate === 'string'
  return head !== undefined && isPassedOn ? { ...head, sample_rate: rate } : head
}

/** Notes the rate that was applied in the end, where the SDK noted the rate at which the trace began. */
function withRate<Report extends HookedReport>(report: Report, rate: string | undefined): Report {
  const trace = report.contexts?.['trace']
  const data = attributesOf(trace?.['data'])
  if (rate === undefined || data['sentry.sample_rate'] === undefined) return report
  const rated = { ...trace, data: { ...data, 'sentry.sample_rate': Number(rate) } }
  return { ...report, contexts: { ...report.contexts, trace: rated } }
}

function attributesOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

function isAvailable(section: Record<string, unknown> | SectionValues | undefined): boolean {
  return section !== undefined && section['available'] !== false
}
