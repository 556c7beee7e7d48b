import { trace } from '@opentelemetry/api'

/** Next asks for the provider behind the proxy by name, before each of its spans. */
class NoopTracerProvider {
  getTracer(name: string) {
    return trace.getTracer(name)
  }
}

const none = new NoopTracerProvider()

/**
 * Makes Next's spans only where they are wanted. Next looks, before each span, whether the tracer provider behind
 * OpenTelemetry's proxy is the one that does nothing, and then goes straight on; else it makes a context, closures and
 * promises for the span, sampled or not, which costs several times what the decision does.
 */
export function gateNextSpans(isWanted: () => boolean): void {
  const provider = trace.getTracerProvider()
  if (!('getDelegate' in provider) || typeof provider.getDelegate !== 'function') return
  const getDelegate: () => unknown = provider.getDelegate.bind(provider)
  Object.assign(provider, { getDelegate: () => (isWanted() ? getDelegate() : none) })
}
