import { withAnySignal } from '@/server/base/abort-signals'
import type { Connector } from '../connector'
import type { RowSink } from '@/server/engine/process/engine-messages'

/**
 * Wraps a connector so that its signals also abort when it is closed. While all rows are read, a failure of the sink
 * aborts too, and the call then fails with it.
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

/** Wraps a sink so that its first failure aborts a signal, and the database stops sending rows. */
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
