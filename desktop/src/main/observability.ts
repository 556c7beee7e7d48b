import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import type { SessionContext } from '@tidemark/shared/observability/session-context'
import type { TraceFields } from '@tidemark/shared/observability/trace-fields'
import { catalogue } from '@tidemark/shared/errors/catalogue'
import type { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { createRepeatFilter, errorRecordOf, type UncaughtErrorType } from '@tidemark/shared/observability/error-record'
import type { Logger } from '@tidemark/shared/observability/logger'
import { createToldContext } from './observability-context'

interface RunningSdk {
  traceFields(): TraceFields
  capture(error: unknown, code: string): void
  /** Sends what it can in that time; the rest waits for the next start. */
  flush(timeoutMs: number): Promise<void>
  /** Sends what it can in that time, and nothing from then on. waiting: what becomes of what could not be sent. */
  close(timeoutMs: number, waiting: 'keep' | 'discard'): Promise<void>
}

/** Reports of the main process; those of its windows pass through it. */
export interface MainReporting {
  /** True if reports leave this computer, now or as soon as the SDK has started. */
  readonly isActive: boolean
  /** The trace of the main process, for lines of its log; undefined where reports are off. */
  traceFields(): TraceFields | undefined
  /** See `ToldContext`. */
  tellContext(teller: object, context: SessionContext): void
  forgetContextOf(teller: object): void
  forgetContext(): void
  /** Reports what a developer must look at, by the catalogue; each kind once while the app runs: a page may fail in a loop. */
  capture(error: TidemarkError): void
  /**
   * Follows a change of the person's mind, or of the profile, whose settings are its own: starts the SDK, anew where it ran
   * otherwise, or ends it and deletes what waited for a network. What waits for one place is never sent to another. Calls
   * are followed one after the other.
   */
  apply(config: ReportingConfig): Promise<void>
  /** Sends what was reported last, as the app ends. */
  flush(): Promise<void>
}

const closeTimeoutMs = 2_000
const maxKinds = 100

type StartSdk = (config: ReportingConfig, readContext: () => SessionContext) => RunningSdk

const loadSdk = async (): Promise<StartSdk> => (await import('./observability-sdk')).startSdk

/** userData: the folder below which the SDK keeps what waits for a network. Nothing of the SDK is loaded while it is off. */
export function createMainReporting(userData: string, log: Logger, load = loadSdk): MainReporting {
  const context = createToldContext()
  let sdk: RunningSdk | null = null
  let isWanted = false
  /** The settings that the SDK was started with. */
  let applied = ''
  let following = Promise.resolve()
  const captured = new Set<string>()
  const follow = async (config: ReportingConfig): Promise<void> => {
    const asked = JSON.stringify(config)
    if (config.isEnabled && sdk !== null && asked === applied) return
    const running = sdk
    sdk = null
    await running?.close(closeTimeoutMs, config.isEnabled ? 'keep' : 'discard')
    if (!config.isEnabled) return await rm(join(userData, 'sentry'), { recursive: true, force: true })
    const startSdk = await load()
    sdk = startSdk(config, context.read)
    applied = asked
    log.info({}, 'Profiles are not taken in the main process: there is no profiler built for Electron.')
  }
  return {
    get isActive() {
      return isWanted
    },
    traceFields: () => sdk?.traceFields(),
    tellContext: (teller, told) => context.tell(teller, told),
    forgetContextOf: (teller) => context.forget(teller),
    forgetContext: () => context.clear(),
    capture: (error) => {
      const kind = `${error.code} ${error.detail ?? ''}`
      if (sdk === null || !catalogue[error.code].reportable || captured.has(kind) || captured.size >= maxKinds) return
      captured.add(kind)
      sdk.capture(error.cause ?? error, error.code)
    },
    apply: async (config) => {
      isWanted = config.isEnabled
      const before = following
      following = (async () => {
        // Its own caller reports its failure.
        await before.catch(() => undefined)
        await follow(config)
      })()
      await following
    },
    flush: async () => await sdk?.flush(closeTimeoutMs),
  }
}

/**
 * Logs what nobody caught, once for each kind; a monitor is no handler, so Electron deals with it as before. It never calls
 * the monitor for rejections, of which it warns and goes on (electron#36526): a listener for them changes nothing there.
 */
export function logUncaughtErrors(log: Logger): void {
  const isFirst = createRepeatFilter()
  const logOnce = (thrown: unknown, type: UncaughtErrorType) => {
    const record = errorRecordOf(thrown, type)
    if (isFirst(record, thrown)) log.error({ ...record }, 'An error was not caught.')
  }
  process.on('uncaughtExceptionMonitor', (thrown) => logOnce(thrown, 'uncaught-exception'))
  process.on('unhandledRejection', (thrown) => logOnce(thrown, 'unhandled-promise-rejection'))
}
