import { expect, test } from 'vitest'
import type { EngineQuery, RowSink } from '@/server/engine/process/engine-messages'
import type { Connector } from '../connector'
import { untilClosed } from './until-closed'

const query = { sql: 'SELECT 1' } as unknown as EngineQuery // no connector reads it here
const asked = () => new AbortController().signal
const takesAll: RowSink = { start: () => undefined, write: async () => undefined }

/** Returns a connector that stops only when its signal aborts, like a database that keeps sending rows. */
function goesOn(): Connector {
  const untilStopped = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
    )
  return {
    test: untilStopped,
    schema: untilStopped,
    run: (_query, signal) => untilStopped(signal),
    readAll: async (_query, sink, signal) => {
      void sink.write({ columns: new Uint8Array(), rowCount: 1 }).catch(() => undefined)
      await untilStopped(signal)
    },
    close: async () => undefined,
  }
}

test('a statement whose rows nobody can take is stopped, and fails with what taking them failed with', async () => {
  const full = async () => {
    throw new Error('the disk is full')
  }
  const reading = untilClosed(goesOn()).readAll(query, { ...takesAll, write: full }, asked(), 1000)
  await expect(reading).rejects.toThrow('the disk is full')
})

test.each<[string, (connector: Connector, signal: AbortSignal) => Promise<unknown>]>([
  ['a test', (connector, signal) => connector.test(signal)],
  ['a look at the schema', (connector, signal) => connector.schema(signal)],
  ['a statement', (connector, signal) => connector.run(query, signal)],
  ['a whole result', (connector, signal) => connector.readAll(query, takesAll, signal, 1000)],
])('%s is stopped by closing, and by whoever asked for it', async (_what, ask) => {
  const closed = untilClosed(goesOn())
  const untilThen = ask(closed, asked())
  const closing = closed.close()
  await expect(untilThen).rejects.toThrow('stopped')
  await closing

  const left = new AbortController()
  const untilLeft = ask(untilClosed(goesOn()), left.signal)
  left.abort()
  await expect(untilLeft).rejects.toThrow('stopped')
})
