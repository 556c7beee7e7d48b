import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openParentPort } from './child-port'
import { startParsing } from '../sql/start-parsing'
import { startConverting } from '../encode/convert-to-parquet'
import { createDatabasePool, type DatabasePool } from './database-pool'
import { giveWay } from './give-way'
import type { EngineSettings, FromEngine, RowSink, ToEngine } from './engine-messages'
import { startReadingAll } from './read-all'
import { startStatement, type StatementRun } from '../run-statement'
import { startWritingParquet } from '../encode/write-parquet'

/** The main function of the process that runs DuckDB. It answers `run` messages until its parent has gone. */
function main(): void {
  const port = openParentPort<ToEngine, FromEngine>()
  const runsById = new Map<number, StatementRun<unknown>>()
  /** Readings that wait until their last batch has been taken, with the function that resumes them. */
  const resumeById = new Map<number, () => void>()
  let engine: { readonly settings: EngineSettings; readonly pool: DatabasePool } | undefined

  const fail = (id: number, error: TidemarkError): void => {
    port.postMessage({ kind: 'failed', id, error: error.toBody() })
  }
  const configure = async (settings: EngineSettings): Promise<void> => {
    await prepareProcess(settings)
    engine = { settings, pool: createDatabasePool(settings) }
    watchMemory({
      memoryLimitBytes: settings.memoryLimitBytes,
      onExcess: () => {
        for (const run of runsById.values()) run.interrupt('query-out-of-memory')
      },
      onLost: () => {
        // Send this before the failures, so that a retry waits for the next process.
        port.postMessage({ kind: 'ending' })
        for (const id of runsById.keys()) fail(id, new TidemarkError('query-out-of-memory'))
        port.end()
      },
    })
    port.postMessage({ kind: 'ready' })
  }
  const run = async <T>(
    id: number,
    start: (running: { readonly settings: EngineSettings; readonly pool: DatabasePool }) => StatementRun<T>,
    done: (result: T) => FromEngine,
  ): Promise<void> => {
    if (engine === undefined) throw new Error('run before configure')
    const statement = start(engine)
    runsById.set(id, statement)
    try {
      port.postMessage(done(await statement.result))
    } catch (thrown) {
      fail(id, toTidemarkError(thrown))
    } finally {
      runsById.delete(id)
      resumeById.delete(id)
    }
  }
  const sinkOf = (id: number): RowSink => ({
    start: (fields) => port.postMessage({ kind: 'fields', id, fields }),
    write: (batch) =>
      new Promise((resolve) => {
        resumeById.set(id, resolve)
        port.postMessage({ kind: 'batch', id, batch })
      }),
  })

  port.onMessage((message) => {
    switch (message.kind) {
      case 'configure':
        void configure(message.settings).catch(exitWith)
        break
      case 'run':
        void run(
          message.id,
          ({ pool, settings }) => startStatement(pool, message.query, settings),
          (result) => ({ kind: 'done', id: message.id, result }),
        ).catch(exitWith)
        break
      case 'read':
        void run(
          message.id,
          ({ pool, settings }) => startReadingAll(pool, message.query, settings, sinkOf(message.id)),
          () => ({ kind: 'read-all', id: message.id }),
        ).catch(exitWith)
        break
      case 'write-parquet':
        void run(
          message.id,
          ({ pool, settings }) => startWritingParquet(pool, message.query, settings),
          (file) => ({ kind: 'written', id: message.id, file }),
        ).catch(exitWith)
        break
      case 'convert':
        void run(
          message.id,
          ({ settings }) => startConverting(message.rows, settings),
          (file) => ({ kind: 'written', id: message.id, file }),
        ).catch(exitWith)
        break
      case 'parse':
        void run(
          message.id,
          () => startParsing(message.sql),
          () => ({ kind: 'parsed', id: message.id }),
        ).catch(exitWith)
        break
      case 'more':
        resumeById.get(message.id)?.()
        break
      case 'interrupt':
        runsById.get(message.id)?.interrupt('query-cancelled')
        // A reading that waits for its reader resumes, and stops at its next checkpoint.
        resumeById.get(message.id)?.()
        break
    }
  })
  port.onClose(() => process.exit(0))
  // Ctrl-C reaches the whole process group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

async function prepareProcess({ tempDir, exportsDir, niceness }: EngineSettings): Promise<void> {
  if (niceness !== 0) giveWay(niceness)
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(tempDir))
    if (join(tempDir, name) !== exportsDir) await rm(join(tempDir, name), { recursive: true, force: true })
  // If memory runs out, Linux should kill this process rather than another. A container may refuse the write.
  if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '900').catch(() => undefined)
}

function exitWith(thrown: unknown): void {
  process.stderr.write(
    `The query engine failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
  )
  process.exit(1)
}

const checkEveryMs = 100
/** How long an interrupt may take to free memory before the process gives up. */
const patienceMs = 500

interface MemoryWatchOptions {
  readonly memoryLimitBytes: number
  /** Asks all runs to stop. */
  readonly onExcess: () => void
  /** Called if memory was not freed in time. */
  readonly onLost: () => void
}

/**
 * Watches the memory of the process. DuckDB's limit does not count everything (long strings and lists while a function
 * builds them, this process's own heap), and a function that builds one huge value ignores interrupts. Acts when the
 * process uses far more than the limit.
 */
function watchMemory({ memoryLimitBytes, onExcess, onLost }: MemoryWatchOptions): void {
  const maxBytes = memoryLimitBytes * 1.5 + 1024 * 1024 * 1024
  let excessSince: number | null = null
  setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) {
      excessSince = null
      return
    }
    excessSince ??= performance.now()
    if (performance.now() - excessSince < patienceMs) onExcess()
    else onLost()
  }, checkEveryMs).unref()
}

main()
