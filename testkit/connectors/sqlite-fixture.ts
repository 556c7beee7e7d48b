import { bundleProcess } from '../engine/bundle-fixture'
import { forkPort } from '@/server/engine/process/child-port'
import type { OpenProcess } from '@/server/engine/process/process-port'
import { createSqliteConnector } from '@/server/connectors/sqlite/sqlite-connector'
import type { Connector } from '@/server/connectors/connector'

/** Connectors over the built process, for tests. */
export interface SqliteFixture {
  connect(path: string): Connector
  /** The existing processes, each with the statement that it runs; undefined while idle. */
  readonly running: ReadonlyMap<object, string | undefined>
  readonly openProcess: OpenProcess
  readonly sqliteEntryPath: string
  close(): void
}

export async function openSqliteFixture(): Promise<SqliteFixture> {
  const { path: entryPath, remove } = await bundleProcess('connectors/sqlite/sqlite-process.ts')
  const running = new Map<object, string | undefined>()
  const openProcess: OpenProcess = (options) => {
    const port = forkPort<never, never>(options)
    running.set(port, undefined)
    return {
      postMessage: (message) => {
        running.set(port, JSON.stringify(message))
        port.postMessage(message as never) // handed through
      },
      onMessage: (listener) =>
        port.onMessage((message: { readonly kind: string }) => {
          if (message.kind !== 'fields' && message.kind !== 'batch') running.set(port, undefined)
          listener(message as never) // handed through
        }),
      onExit: (listener) =>
        port.onExit((how) => {
          running.delete(port)
          listener(how)
        }),
      kill: () => port.kill(),
    }
  }
  return {
    connect: (path) => createSqliteConnector({ locate: async () => path, openProcess, entryPath }),
    running,
    openProcess,
    sqliteEntryPath: entryPath,
    close: remove,
  }
}
