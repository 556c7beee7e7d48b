/**
 * The running trace as log lines carry it; its reports have the same ids. spanId: of the running span, if there is one.
 */
export interface TraceFields {
  readonly traceId: string
  readonly spanId?: string
}

/** Returns undefined if reporting is off or no trace runs. */
export type ReadTrace = () => TraceFields | undefined

/** The tracing functions common to all SDKs. */
interface TracingSdk {
  getActiveSpan(): { spanContext(): { readonly traceId: string; readonly spanId: string } } | undefined
  /** Its trace continues between spans; errors are reported with it. */
  getCurrentScope(): { getPropagationContext(): { readonly traceId: string } }
}

export function traceFieldsOf(sdk: TracingSdk): TraceFields {
  const span = sdk.getActiveSpan()
  if (span === undefined) return { traceId: sdk.getCurrentScope().getPropagationContext().traceId }
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId }
}
