import type { RowSink } from '@/server/engine/process/engine-messages'

/** A sink whose first failure aborts `failed`, so that the database stops sending rows nobody takes. */
export function watchSink(sink: RowSink) {
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
