import { rm } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { EngineQuery, EngineResult, RowSink, RunnableQuery, SpooledRows, WrittenFile } from './engine-messages'
import { startEngine, type Engine, type EngineOptions } from './start-engine'
import { createStatementStrikes } from './statement-strikes'

/**
 * Engines of which each workspace has its own, so that a statement that ends one, or uses up its memory, touches only
 * its own workspace. The methods are those of an engine, with the workspace.
 */
export interface EnginePool {
  /** ok: a process is ready for the next query. */
  readonly state: Engine['state']
  /**
   * Runs one SELECT. If the process ends meanwhile, what ran in it runs once more, each alone in a process of its own. Fails
   * like `Engine.run`, with `engine-stopped` if it ended that one too, or with `query-stops-engine` while it is refused.
   */
  run(query: RunnableQuery, signal: AbortSignal, orgId: string): Promise<EngineResult>
  readAll(query: EngineQuery, sink: RowSink, signal: AbortSignal, orgId: string): Promise<void>
  writeParquet(query: EngineQuery, signal: AbortSignal, orgId: string): Promise<WrittenFile>
  readonly spoolFolder: string
  convertToParquet(rows: SpooledRows, signal: AbortSignal, orgId: string): Promise<WrittenFile>
  close(): Promise<void>
}

export interface EnginePoolOptions extends Omit<EngineOptions, 'spoolFolder'> {
  /** The most processes that serve workspaces; a further workspace waits for an idle one. */
  readonly maxProcesses: number
  /** How long a process stays after its workspace's last query; null: until the pool closes. */
  readonly idleMs: number | null
  /** How long a long statement may take to parse. Default 2 s; null: it is not parsed apart first. */
  readonly parseLimitMs?: number | null
  /** How long a query waits for a process while all are busy with other workspaces. Default 15 s. */
  readonly waitMs?: number
}

/** An engine and its workspace; null while it is kept ready for the next one. */
interface Member {
  readonly engine: Engine
  readonly tempDir: string
  orgId: string | null
  useCount: number
  lastUsedAt: number
}

/** Shorter texts are parsed in no time whatever they hold, so that only long ones pay for the way through the gate. */
const longTextLength = 4_000
const gateIdleMs = 60_000
/** How many statements run once more alone at the same time. */
const maxAlone = 2

/**
 * Returns the options of a team's server: the engines share the memory that one has in local mode twice over, and give
 * way to the server's own process.
 */
export function teamEngines(maxProcesses: number): Pick<EnginePoolOptions, 'maxProcesses' | 'idleMs' | 'settings'> {
  const memoryLimitBytes = Math.floor(Math.min(totalmem() * 0.35, (totalmem() * 0.7) / maxProcesses, 8 * 1024 ** 3))
  return { maxProcesses, idleMs: 5 * 60_000, settings: { memoryLimitBytes, niceness: 5 } }
}

/** The heap of the process's own code: results wait outside of it. */
const heapMegabytes = 1024

export function startEnginePool(options: EnginePoolOptions): EnginePool {
  const { maxProcesses, idleMs, parseLimitMs = 2_000, waitMs = 15_000, tempDir, log } = options
  const spoolFolder = join(tempDir, 'exports')
  const strikes = createStatementStrikes(Date.now)
  const members: Member[] = []
  let waiters: (() => void)[] = []
  let gate: Member | null = null
  let [openedCount, aloneCount] = [0, 0]
  let isClosed = false
  const closing = new Set<Promise<void>>()

  const open = (changes: Partial<EngineOptions> = {}): Member => {
    openedCount += 1
    const ownTempDir = join(tempDir, `engine-${openedCount}`)
    const engine = startEngine({
      ...options,
      ...changes,
      execArgv: [...(options.execArgv ?? []), `--max-old-space-size=${heapMegabytes}`],
      tempDir: ownTempDir,
      spoolFolder,
    })
    return { engine, tempDir: ownTempDir, orgId: null, useCount: 0, lastUsedAt: Date.now() }
  }
  const end = (member: Member): void => {
    const index = members.indexOf(member)
    if (index !== -1) members.splice(index, 1)
    const ended = member.engine
      .close()
      .then(() => rm(member.tempDir, { recursive: true, force: true, maxRetries: 3 }))
      // Nobody waits for it; what is left goes with the next start.
      .catch((err: unknown) => log.info({ err }, 'The files of a query engine that ended could not be removed.'))
      .finally(() => closing.delete(ended))
    closing.add(ended)
  }
  /** Keeps one process ready, so that a workspace's first query does not wait for its start. */
  const openSpare = (): void => {
    if (members.length < maxProcesses && members.every(({ orgId }) => orgId !== null)) members.push(open())
  }
  const wake = (): void => {
    const woken = waiters
    waiters = []
    for (const resolve of woken) resolve()
  }

  /** Returns the process of a workspace; null if all are busy with others. */
  const take = (orgId: string): Member | null => {
    const own = members.find((member) => member.orgId === orgId) ?? members.find((member) => member.orgId === null)
    const member = own ?? afterLongestIdle()
    if (member === null) return null
    member.orgId = orgId
    member.useCount += 1
    openSpare()
    return member
  }
  const afterLongestIdle = (): Member | null => {
    if (members.length >= maxProcesses) {
      const [idle] = members.filter(({ useCount }) => useCount === 0).sort((a, b) => a.lastUsedAt - b.lastUsedAt)
      if (idle === undefined) return null
      end(idle)
    }
    const member = open()
    members.push(member)
    return member
  }
  const mustTake = async (orgId: string, signal: AbortSignal): Promise<Member> => {
    const until = performance.now() + waitMs
    for (;;) {
      if (isClosed) throw new TidemarkError('engine-unavailable', { retryable: true })
      if (signal.aborted) throw new TidemarkError('query-cancelled')
      const member = take(orgId)
      if (member !== null) return member
      const leftMs = until - performance.now()
      if (leftMs <= 0)
        throw new TidemarkError('engine-unavailable', {
          detail: `All ${maxProcesses} query engines of this server are busy with other workspaces.`,
          retryable: true,
        })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        const go = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', go)
          resolve()
        }
        signal.addEventListener('abort', go, { once: true })
        waiters.push(go)
      })
    }
  }
  const withEngine = async <T>(
    orgId: string,
    signal: AbortSignal,
    work: (engine: Engine) => Promise<T>,
  ): Promise<T> => {
    const member = await mustTake(orgId, signal)
    try {
      return await work(member.engine)
    } finally {
      member.useCount -= 1
      member.lastUsedAt = Date.now()
      if (member.useCount === 0) wake()
    }
  }

  /** Lets a long statement be parsed where nothing else runs first, because DuckDB's parser hears no interrupt. */
  const mustParse = async (query: EngineQuery, signal: AbortSignal, attempts = 3): Promise<void> => {
    if (parseLimitMs === null || query.sql.length < longTextLength) return
    gate ??= open({ interruptGraceMs: 0, settings: { ...options.settings, threads: 1 } })
    const used = gate
    used.useCount += 1
    try {
      await used.engine.parse(query.sql, parseLimitMs, signal)
    } catch (thrown) {
      if (codeOf(thrown) === 'query-timed-out') {
        strikes.add(query, 2)
        throw new TidemarkError('text-too-large', {
          detail: `The SQL takes longer than ${parseLimitMs / 1000} s to parse.`,
        })
      }
      // Another statement ended the gate.
      if (codeOf(thrown) !== 'engine-stopped' || attempts === 1) throw thrown
      return await mustParse(query, signal, attempts - 1)
    } finally {
      used.useCount -= 1
      used.lastUsedAt = Date.now()
    }
  }

  const enterAlone = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted || isClosed) throw new TidemarkError('query-cancelled')
    if (aloneCount < maxAlone) {
      aloneCount += 1
      return
    }
    await new Promise<void>((resolve) => waiters.push(resolve))
    await enterAlone(signal)
  }
  /** Runs a statement that was in a process when that ended; only this statement is to blame if this one ends too. */
  const runAlone = async (query: RunnableQuery, signal: AbortSignal): Promise<EngineResult> => {
    await enterAlone(signal)
    const member = open()
    try {
      const result = await member.engine.run(query, signal)
      strikes.clear(query)
      return result
    } finally {
      end(member)
      aloneCount -= 1
      wake()
    }
  }

  /** Counts a strike for a statement in whose run the process ended. */
  const watched = async <T>(query: EngineQuery, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    strikes.mustBeFree(query)
    await mustParse(query, signal)
    try {
      return await work()
    } catch (thrown) {
      if (hasStopped(thrown)) strikes.add(query)
      throw thrown
    }
  }

  const dropIdle = (): void => {
    const now = Date.now()
    if (gate !== null && gate.useCount === 0 && now - gate.lastUsedAt > gateIdleMs) {
      end(gate)
      gate = null
    }
    if (idleMs === null) return
    for (const member of members.filter(({ orgId, useCount }) => orgId !== null && useCount === 0))
      if (now - member.lastUsedAt > idleMs) end(member)
    openSpare()
  }
  const idleTimer = setInterval(dropIdle, Math.min(idleMs ?? gateIdleMs, gateIdleMs) / 2)
  idleTimer.unref()

  rmSync(tempDir, { recursive: true, force: true })
  openSpare()
  return {
    get state() {
      const states = new Set(members.map(({ engine }) => engine.state))
      return states.has('ok') ? 'ok' : states.has('starting') ? 'starting' : 'failed'
    },
    run: (query, signal, orgId) =>
      watched(query, signal, () =>
        withEngine(orgId, signal, (engine) => engine.run(query, signal)).catch(async (thrown: unknown) => {
          if (signal.aborted) throw thrown
          // It ended before this run; its next process has nothing to do with that.
          if (codeOf(thrown) === 'engine-unavailable' && !isClosed)
            return await withEngine(orgId, signal, (engine) => engine.run(query, signal))
          if (codeOf(thrown) !== 'engine-stopped' || isClosed) throw thrown
          strikes.add(query)
          log.info({ orgId }, 'A query of an engine that ended runs once more, alone.')
          return await runAlone(query, signal)
        }),
      ),
    readAll: (query, sink, signal, orgId) =>
      watched(query, signal, () => withEngine(orgId, signal, (engine) => engine.readAll(query, sink, signal))),
    writeParquet: (query, signal, orgId) =>
      watched(query, signal, () => withEngine(orgId, signal, (engine) => engine.writeParquet(query, signal))),
    spoolFolder,
    convertToParquet: (rows, signal, orgId) =>
      withEngine(orgId, signal, (engine) => engine.convertToParquet(rows, signal)),
    close: async () => {
      isClosed = true
      clearInterval(idleTimer)
      wake()
      for (const member of [...members, ...(gate === null ? [] : [gate])]) end(member)
      await Promise.all(closing)
    },
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof TidemarkError ? thrown.code : undefined
}

/** Returns true if the process ended during the run, also if it was killed because the run ignored its interrupt. */
function hasStopped(thrown: unknown): boolean {
  return (
    codeOf(thrown) === 'engine-stopped' ||
    (codeOf(thrown) === 'query-cancelled' &&
      thrown instanceof TidemarkError &&
      codeOf(thrown.cause) === 'engine-stopped')
  )
}
