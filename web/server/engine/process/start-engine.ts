import { rmSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { orAborted } from '@/server/base/abort-signals'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import { forkPort } from './child-port'
import {
  type EngineQuery,
  type EngineResult,
  type EngineSettings,
  type FromEngine,
  type RowSink,
  type RunnableQuery,
  type SpooledRows,
  type ToEngine,
  type WrittenFile,
} from './engine-messages'
import type { OpenProcess, ProcessPort } from './process-port'

/** DuckDB in its own process. If that crashes, only the runs in it fail. */
export interface Engine {
  /** starting: the process is starting, perhaps after a crash. failed: it ended several times in a row. */
  readonly state: 'ok' | 'starting' | 'failed'
  /**
   * Runs one SELECT. Aborting the signal interrupts DuckDB. Fails with a `query-*` error, with `query-cancelled` if
   * aborted (its cause is `engine-stopped` if the process had to be killed for it), with `engine-stopped` if the process
   * ended while running it, or with `engine-unavailable` (retryable) if the process does not start.
   */
  run(query: RunnableQuery, signal: AbortSignal): Promise<EngineResult>
  /** Reads all rows of one SELECT into the sink, at the sink's pace. Fails like `run`, or with the sink's failure. */
  readAll(query: EngineQuery, sink: RowSink, signal: AbortSignal): Promise<void>
  /** Writes all rows of one SELECT to a file, which the caller must delete. Fails like `run`. */
  writeParquet(query: EngineQuery, signal: AbortSignal): Promise<WrittenFile>
  /**
   * The folder for finished files and rows that wait for conversion; it survives restarts of the process.
   */
  readonly spoolFolder: string
  /** Converts rows spooled in `spoolFolder` to Parquet; the caller must delete both files. Fails like `run`. */
  convertToParquet(rows: SpooledRows, signal: AbortSignal): Promise<WrittenFile>
  /** Parses one statement. Fails with `query-timed-out` after `limitMs` of parsing, which ends the process. */
  parse(sql: string, limitMs: number, signal: AbortSignal): Promise<void>
  /** Ends the process; its runs fail with `engine-stopped`. Can be called twice. */
  close(): Promise<void>
}

export interface EngineOptions {
  /** The path of the bundled `engine-process.js`. */
  readonly entryPath: string
  readonly execArgv?: readonly string[]
  /** A folder used by the engine alone; emptied at each start. */
  readonly tempDir: string
  /** A folder whose paths never appear in messages. */
  readonly dataDir: string
  /** A folder that several engines share; by default one of its own, emptied when the engine is created. */
  readonly spoolFolder?: string
  readonly log: Logger
  readonly settings?: Partial<Pick<EngineSettings, 'threads' | 'memoryLimitBytes' | 'maxTempBytes' | 'niceness'>>
  /** If a statement ignores its interrupt for this long, the whole process is killed. Default 2 s. */
  readonly interruptGraceMs?: number
  /** Starts a process; the desktop passes its own function. */
  readonly openProcess?: OpenProcess
}

interface PendingRun {
  /** Handles a message of the run; returns true for the last one. */
  readonly receive: (message: AnswerFromEngine) => boolean
  readonly reject: (error: TidemarkError) => void
}

type AnswerFromEngine = Exclude<FromEngine, { readonly kind: 'ready' | 'ending' | 'failed' }>

/** Handles the messages of one kind of run. receive: returns true for the last one. */
interface Reader<T> {
  readonly receive: (
    message: AnswerFromEngine,
    resolve: (value: T) => void,
    run: { readonly port: ProcessPort<FromEngine, ToEngine>; readonly fail: (thrown: unknown) => void },
  ) => boolean
}

interface RunningProcess {
  readonly port: ProcessPort<FromEngine, ToEngine>
  readonly runsById: Map<number, PendingRun>
}

const gibibyte = 1024 ** 3
const firstBackOffMs = 100
const maxBackOffMs = 10_000
const failedAfterExits = 3
/** How long a run waits for the process to start. */
const startTimeoutMs = 15_000

/** Starts the engine and restarts its process whenever that ends, after a growing pause. */
export function startEngine(options: EngineOptions): Engine {
  const { log, interruptGraceMs = 2_000, openProcess = forkPort } = options
  const spoolFolder = options.spoolFolder ?? join(options.tempDir, 'exports')
  const settings: EngineSettings = {
    threads: availableParallelism(),
    // Two databases may be in use at once (old and new data, or two time zones).
    memoryLimitBytes: Math.floor(Math.min(totalmem() * 0.35, 8 * gibibyte)),
    maxTempBytes: 10 * gibibyte,
    niceness: 0,
    ...options.settings,
    tempDir: options.tempDir,
    exportsDir: spoolFolder,
    hiddenPath: options.dataDir,
  }
  let isClosed = false
  let nextRunId = 1
  let exitCount = 0
  let restartTimer: NodeJS.Timeout | undefined
  let ready = deferred<RunningProcess>()
  let current: RunningProcess | undefined
  let isReady = false

  const start = (): void => {
    const port = openProcess<FromEngine, ToEngine>({
      entryPath: options.entryPath,
      execArgv: options.execArgv,
      // DuckDB's calls block threads of libuv's pool; with four threads, four slow queries would block a quick one.
      env: { UV_THREADPOOL_SIZE: '16' },
    })
    const running: RunningProcess = { port, runsById: new Map() }
    current = running
    port.onMessage((message) => receive(running, message))
    port.onExit((how) => ended(running, how))
    port.postMessage({ kind: 'configure', settings })
  }

  const receive = (running: RunningProcess, message: FromEngine): void => {
    if (message.kind === 'ready') {
      isReady = true
      log.info({ threads: settings.threads, memoryLimitBytes: settings.memoryLimitBytes }, 'query engine ready')
      ready.resolve(running)
      return
    }
    if (message.kind === 'ending') {
      awaitNext()
      return
    }
    const run = running.runsById.get(message.id)
    if (message.kind === 'failed') {
      running.runsById.delete(message.id)
      run?.reject(new TidemarkError(message.error.code, message.error))
    } else if (run?.receive(message)) {
      running.runsById.delete(message.id)
      exitCount = 0
    }
  }

  /** Makes later runs wait for a process that is ready. */
  const awaitNext = (): void => {
    if (isReady) ready = deferred()
    isReady = false
  }

  const ended = (running: RunningProcess, how: string): void => {
    current = undefined
    awaitNext()
    const stopped = new TidemarkError('engine-stopped', {
      hint: 'Run it again. If it stops once more, ask for less: fewer rows, or simpler functions.',
      retryable: true,
      cause: new Error(how),
    })
    for (const run of running.runsById.values()) run.reject(stopped)
    running.runsById.clear()
    if (isClosed) return
    exitCount += 1
    const backOffMs = Math.min(firstBackOffMs * 2 ** (exitCount - 1), maxBackOffMs)
    logFailure(log, unavailable(how), { how, exitCount, backOffMs }, 'query engine ended')
    restartTimer = setTimeout(start, backOffMs)
  }

  const send = async <T>(
    signal: AbortSignal,
    ask: (id: number) => ToEngine,
    { receive: take }: Reader<T>,
    limitMs?: number,
  ): Promise<T> => {
    if (isClosed) throw unavailable('closed')
    const started = withTimeout(ready.promise, startTimeoutMs)
    const running = await orAborted(started, signal, () => new TidemarkError('query-cancelled'))
    if (running !== current) throw unavailable('it ended before the run')
    const id = nextRunId++
    return new Promise<T>((resolve, reject) => {
      let killTimer: NodeJS.Timeout | undefined
      let sinkFailure: unknown
      const interrupt = (): void => {
        running.port.postMessage({ kind: 'interrupt', id })
        killTimer ??= setTimeout(() => {
          if (running === current) awaitNext()
          running.port.kill()
        }, interruptGraceMs)
      }
      const limitTimer =
        limitMs === undefined
          ? undefined
          : setTimeout(() => fail(new TidemarkError('query-timed-out', { detail: `${limitMs} ms` })), limitMs)
      const settle = (): void => {
        clearTimeout(killTimer)
        clearTimeout(limitTimer)
        signal.removeEventListener('abort', interrupt)
      }
      const fail = (thrown: unknown): void => {
        sinkFailure ??= thrown
        interrupt()
      }
      running.runsById.set(id, {
        receive: (message) =>
          take(
            message,
            (value) => {
              settle()
              resolve(value)
            },
            { port: running.port, fail },
          ),
        reject: (error) => {
          settle()
          // If this run was aborted, it may be the reason why the process was killed.
          reject(sinkFailure ?? (signal.aborted ? new TidemarkError('query-cancelled', { cause: error }) : error))
        },
      })
      running.port.postMessage(ask(id))
      if (signal.aborted) interrupt()
      else signal.addEventListener('abort', interrupt, { once: true })
    })
  }

  if (options.spoolFolder === undefined) rmSync(spoolFolder, { recursive: true, force: true })
  start()
  return {
    get state() {
      return isReady ? 'ok' : exitCount >= failedAfterExits || isClosed ? 'failed' : 'starting'
    },
    run: (query, signal) =>
      send<EngineResult>(signal, (id) => ({ kind: 'run', id, query }), {
        receive: (message, resolve) => {
          if (message.kind === 'done') resolve(message.result)
          return message.kind === 'done'
        },
      }),
    readAll: (query, sink, signal) =>
      send<void>(signal, (id) => ({ kind: 'read', id, query }), {
        receive: (message, resolve, { port, fail }) => {
          if (message.kind === 'fields') sink.start(message.fields)
          if (message.kind === 'batch') {
            const { id } = message
            sink.write(message.batch).then(() => port.postMessage({ kind: 'more', id }), fail)
          }
          if (message.kind === 'read-all') resolve()
          return message.kind === 'read-all'
        },
      }),
    writeParquet: (query, signal) =>
      send<WrittenFile>(signal, (id) => ({ kind: 'write-parquet', id, query }), {
        receive: receiveFile,
      }),
    spoolFolder,
    convertToParquet: (rows, signal) =>
      send<WrittenFile>(signal, (id) => ({ kind: 'convert', id, rows }), { receive: receiveFile }),
    parse: (sql, limitMs, signal) =>
      send<void>(
        signal,
        (id) => ({ kind: 'parse', id, sql }),
        {
          receive: (message, resolve) => {
            if (message.kind === 'parsed') resolve()
            return message.kind === 'parsed'
          },
        },
        limitMs,
      ),
    close: async () => {
      if (isClosed) return
      isClosed = true
      clearTimeout(restartTimer)
      const running = current
      if (running === undefined) return
      const exited = new Promise<void>((resolve) => {
        running.port.onExit((how) => {
          ended(running, how)
          resolve()
        })
      })
      running.port.kill()
      await exited
    },
  }
}

function receiveFile(message: AnswerFromEngine, resolve: (file: WrittenFile) => void): boolean {
  if (message.kind === 'written') resolve(message.file)
  return message.kind === 'written'
}

function unavailable(how: string): TidemarkError {
  return new TidemarkError('engine-unavailable', { retryable: true, cause: new Error(how) })
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((resolvePromise) => (resolve = resolvePromise))
  return { promise, resolve }
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('it did not start in time')), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
