import { assertNever } from '@tidemark/shared/base/assert-never'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { RowSink } from '@/server/engine/process/engine-messages'
import type { OpenProcess, ProcessPort } from '@/server/engine/process/process-port'
import { withAnySignal } from '@/server/base/abort-signals'
import { idleConnectionMs, type Connector } from '../connector'
import type { FromSqlite, SqliteJob, ToSqlite } from './sqlite-messages'
import { untilClosed } from '../rows/until-closed'

export interface SqliteConnectorOptions {
  /** Returns the file's absolute path; called for each job. Fails with `connection-file`. */
  readonly locate: () => Promise<string>
  readonly openProcess: OpenProcess
  /** The path of the built `sqlite-process`. */
  readonly entryPath: string
}

type Job = SqliteJob extends infer J ? (J extends unknown ? Omit<J, 'path'> : never) : never
type Answer = Exclude<FromSqlite, { kind: 'fields' | 'batch' | 'failed' }>

/** A process that is idle or runs one job. ended: called once, when it has ended for any reason. */
interface Reader {
  readonly port: ProcessPort<FromSqlite, ToSqlite>
  receive: (message: FromSqlite) => void
  ended: (how: string) => void
}

/**
 * Creates a connector to an SQLite file. It is read in separate processes, because a statement can only be stopped by
 * killing its process.
 */
export function createSqliteConnector({ locate, openProcess, entryPath }: SqliteConnectorOptions): Connector {
  let isClosed = false
  const readers = new Set<Reader>()
  let idle: Reader | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let allGone: (() => void) | undefined

  const open = (): Reader => {
    const port = openProcess<FromSqlite, ToSqlite>({ entryPath, execArgv: ['--max-old-space-size=512'] })
    const reader: Reader = { port, receive: () => undefined, ended: () => undefined }
    readers.add(reader)
    port.onExit((how) => {
      readers.delete(reader)
      if (idle === reader) idle = undefined
      reader.ended(how)
      if (readers.size === 0) allGone?.()
    })
    port.onMessage((message) => reader.receive(message))
    return reader
  }
  const take = (): Reader => {
    clearTimeout(idleTimer)
    const reader = idle ?? open()
    idle = undefined
    return reader
  }
  const release = (reader: Reader): void => {
    reader.receive = () => undefined
    reader.ended = () => undefined
    if (idle !== undefined || isClosed) return reader.port.kill()
    idle = reader
    idleTimer = setTimeout(() => reader.port.kill(), idleConnectionMs)
    idleTimer.unref()
  }

  const ask = async (job: Job, signal: AbortSignal, sink?: RowSink): Promise<Answer> => {
    if (signal.aborted) throw new TidemarkError('query-cancelled')
    const path = await locate()
    if (signal.aborted) throw new TidemarkError('query-cancelled')
    const reader = take()
    const stop = () => reader.port.kill()
    try {
      return await new Promise<Answer>((resolve, reject) => {
        reader.ended = (how) => reject(signal.aborted ? new TidemarkError('query-cancelled') : endedError(how))
        reader.receive = (message) => {
          switch (message.kind) {
            case 'fields':
              sink?.start(message.fields)
              break
            case 'batch':
              // A failure of the sink aborts the signal, which ends the process.
              sink?.write(message.batch).then(() => reader.port.postMessage({ kind: 'more' }), stop)
              break
            case 'failed':
              release(reader)
              reject(new TidemarkError(message.error.code, message.error))
              break
            case 'tested':
            case 'schema':
            case 'ran':
            case 'read-all':
              release(reader)
              resolve(message)
              break
            default:
              assertNever(message)
          }
        }
        signal.addEventListener('abort', stop, { once: true })
        // A job without its path, together with the path, is a job.
        reader.port.postMessage({ kind: 'job', job: { ...job, path } as SqliteJob })
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return untilClosed({
    test: async (signal) => expectKind(await ask({ kind: 'test' }, signal), 'tested').test,
    schema: async (signal) => expectKind(await ask({ kind: 'schema' }, signal), 'schema').schema,
    run: async (query, signal) => expectKind(await ask({ kind: 'run', query }, signal), 'ran').result,
    readAll: async (query, sink, signal, timeoutMs) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        await withAnySignal([signal, timeout], (stop) => ask({ kind: 'read', query }, stop, sink))
      } catch (thrown) {
        if (timeout.aborted && !signal.aborted) throw new TidemarkError('query-timed-out')
        throw thrown
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(idleTimer)
      if (readers.size === 0) return
      const gone = new Promise<void>((resolve) => (allGone = resolve))
      for (const reader of readers) reader.port.kill()
      await gone
    },
  })
}

function expectKind<K extends Answer['kind']>(answer: Answer, kind: K): Extract<Answer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`the process answered ${answer.kind} instead of ${kind}`)
  return answer as Extract<Answer, { kind: K }> // just compared
}

/**
 * Returns the error for a process that killed itself. It does so without a message if it uses too much memory, since it
 * is in the middle of a statement.
 */
function endedError(how: string): TidemarkError {
  return new TidemarkError('query-out-of-memory', {
    detail: 'The process that read the file was ended, most likely for the memory it held.',
    hint: 'Fewer columns, a filter or a LIMIT before sorting and grouping need less.',
    cause: new Error(`sqlite process: ${how}`),
  })
}
