import { withAnySignal } from '@/server/base/abort-signals'
import type { Connector } from '../connector'
import type { RowSink } from '@/server/engine/process/engine-messages'

/**
 * The same, whose signals abort also when it is closed and, while all rows are read, when the sink fails: it then fails with
 * what the sink failed with.
 */
export function untilClosed(connector: Connector): Connector {
  const closed = new AbortController()
  const whileOpen = <T>(asked: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withAnySignal([asked, closed.signal], work)
  return {
    test: (asked) => whileOpen(asked, (signal) => connector.test(signal)),
    schema: (asked) => whileOpen(asked, (signal) => connector.schema(signal)),
    run: (query, asked) => whileOpen(asked, (signal) => connector.run(query, signal)),
    readAll: async (query, sink, asked, timeoutMs) => {
      const watched = watchSink(sink)
      try {
        await withAnySignal([asked, closed.signal, watched.failed], (signal) =>
          connector.readAll(query, watched.sink, signal, timeoutMs),
        )
      } catch (thrown) {
        watched.throwIfFailed()
        throw thrown
      }
    },
    close: () => {
      closed.abort()
      return connector.close()
    },
  }
}

/** A sink whose first failure aborts `failed`, so that the database stops sending rows nobody takes. */
function watchSink(sink: RowSink) {
  const controller = new AbortController()
  let failure: { readonly thrown: unknown } | undefined
  const watched: RowSink = {
    start: (fields) => sink.start(fields),
    write: async (batch) => {
      try {
        await sink.write(batch)
      } catch (thrown) {
        failure ??= { thrown }
        controller.abort()
        throw thrown
      }
    },
  }
  return {
    sink: watched,
    failed: controller.signal,
    throwIfFailed: (): void => {
      if (failure !== undefined) throw failure.thrown
    },
  }
}
