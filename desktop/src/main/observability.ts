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
  /** Sends what it can within the time given; the rest waits for the next start. */
  flush(timeoutMs: number): Promise<void>
  /**
   * Sends what it can within the time given, then stops for good. waiting: whether unsent reports are kept or
   * discarded.
   */
  close(timeoutMs: number, waiting: 'keep' | 'discard'): Promise<void>
}

/** Error reports of the main process; reports of its windows pass through it. */
export interface MainReporting {
  /** True if reports leave this computer, or will once the SDK has started. */
  readonly isActive: boolean
  /** Returns the main process's trace for its log lines; undefined if reporting is off. */
  traceFields(): TraceFields | undefined
  /** See `ToldContext`. */
  tellContext(teller: object, context: SessionContext): void
  forgetContextOf(teller: object): void
  forgetContext(): void
  /**
   * Reports an error if the catalogue says that a developer must look at it. Each kind is reported once per launch,
   * since a page may fail in a loop.
   */
  capture(error: TidemarkError): void
  /**
   * Follows a change of consent or of the profile, which has settings of its own: starts the SDK, restarts it with
   * other settings, or stops it and deletes unsent reports. Unsent reports for one destination are never sent to
   * another. Calls run one after the other.
   */
  apply(config: ReportingConfig): Promise<void>
  /** Sends the last reports when the app ends. */
  flush(): Promise<void>
}

const closeTimeoutMs = 2_000
const maxKinds = 100

type StartSdk = (config: ReportingConfig, readContext: () => SessionContext) => RunningSdk

const loadSdk = async (): Promise<StartSdk> => (await import('./observability-sdk')).startSdk

/**
 * Creates the reporting of the main process; the SDK is loaded only when it is on. userData: the folder under which the
 * SDK keeps unsent reports.
 */
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
        // The earlier call reports its own failure to its caller.
        await before.catch(() => undefined)
        await follow(config)
      })()
      await following
    },
    flush: async () => await sdk?.flush(closeTimeoutMs),
  }
}

/**
 * Logs uncaught errors, once per kind. An uncaughtException monitor is no handler, so Electron treats errors as before;
 * rejections do not reach it (electron#36526), and a rejection listener changes nothing, since Electron only warns of
 * them.
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
