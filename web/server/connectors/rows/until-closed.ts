import { withAnySignal } from '@/server/base/abort-signals'
import type { Connector } from '../connector'
import { watchSink } from './watch-sink'

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
