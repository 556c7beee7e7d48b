import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { HostRun } from './host-run'
import { judgeRestart } from './restart-policy'

export type ServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly origin: string }
  | { readonly kind: 'restarting'; readonly afterMs: number }
  | { readonly kind: 'port-taken'; readonly port: number; readonly holder: string | null }
  | { readonly kind: 'failed'; readonly error: TidemarkError }
  | { readonly kind: 'stopped' }

export interface LocalServer {
  readonly state: ServerState
  /**
   * Starts the server, or restarts it after a failure; does nothing while it is starting on that port. port: for this
   * launch, by default the profile's own; 0 picks a free one.
   */
  start(port?: number): void
  /** Lets running work finish, closes the store and waits for the end, at most 8 s. */
  stop(): Promise<void>
}

interface LocalServerOptions {
  readonly port: number
  readonly startRun: (port: number) => HostRun
  /** Checked before each start, because the server would open its store before it tries the port. */
  readonly isPortFree: (port: number) => Promise<boolean>
  readonly findHolder: (port: number) => Promise<string | null>
  readonly onState: (state: ServerState) => void
  readonly wait?: (ms: number) => Promise<void>
  readonly clock?: () => number
}

const stopLimitMs = 8_000
const portRetryMs = 500
const portRetries = 10

/** Keeps a profile's server running: waits for its port, restarts it after a crash and reports its state. */
export function createLocalServer(options: LocalServerOptions): LocalServer {
  const { startRun, isPortFree, findHolder, onState, wait = pause, clock = Date.now } = options
  let state: ServerState = { kind: 'stopped' }
  let run: HostRun | undefined
  let exitsAt: number[] = []
  let askedPort: number | null = null
  /** Incremented by each start and stop, so that an earlier call that still waits does nothing more. */
  let generation = 0

  /** Returns null if the system does not let the holder be found. */
  const holderOf = async (port: number) => await findHolder(port).catch(() => null)
  const become = (next: ServerState) => {
    state = next
    onState(next)
  }

  async function keepRunning(own: number, port: number): Promise<void> {
    // Two servers at once would compete for the port and the store.
    await run?.stop(stopLimitMs)
    if (own !== generation) return
    let takenCount = 0
    for (;;) {
      if (port !== 0 && !(await isPortFree(port))) {
        takenCount += 1
        if (takenCount > portRetries) {
          const holder = await holderOf(port)
          return own === generation ? become({ kind: 'port-taken', port, holder }) : undefined
        }
        await wait(portRetryMs)
        if (own !== generation) return
        continue
      }
      if (own !== generation) return
      const current = startRun(port)
      run = current
      const outcome = await current.ready.then(
        (origin) => ({ kind: 'ready' as const, origin }),
        (thrown: unknown) => ({ kind: 'failed' as const, error: toTidemarkError(thrown) }),
      )
      if (own !== generation) return
      if (outcome.kind === 'ready') become(outcome)
      await current.exited
      if (own !== generation) return
      // Another program took the port first; wait for it as before.
      if (outcome.kind === 'failed' && outcome.error.code === 'port-taken') await wait(portRetryMs)
      else {
        // An error that the server reports will be the same at the next try; only an end without an error is worth a
        // restart.
        if (outcome.kind === 'failed' && outcome.error.code !== 'internal') return become(outcome)
        exitsAt.push(clock())
        const verdict = judgeRestart(exitsAt)
        if (verdict.kind === 'give-up') return become({ kind: 'failed', error: gaveUp(verdict.exits) })
        become({ kind: 'restarting', afterMs: verdict.afterMs })
        await wait(verdict.afterMs)
      }
      if (own !== generation) return
    }
  }

  return {
    get state() {
      return state
    },
    start: (port = options.port) => {
      const isUnderWay = state.kind === 'starting' || state.kind === 'restarting' || state.kind === 'ready'
      if (isUnderWay && port === askedPort) return
      generation += 1
      exitsAt = []
      askedPort = port
      become({ kind: 'starting' })
      void keepRunning(generation, port)
    },
    stop: async () => {
      generation += 1
      await run?.stop(stopLimitMs)
      become({ kind: 'stopped' })
    },
  }
}

function gaveUp(exits: number): TidemarkError {
  return new TidemarkError('server-stopped', {
    detail: `It ended ${exits} times within a minute.`,
    hint: 'Try again. If it ends again, report the problem: the report says why.',
  })
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
