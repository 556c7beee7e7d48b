import type { Logger } from '../observability/log'

interface ReaderWatch {
  /** Something changed that may have to do with it: looks within seconds, however often it is called. */
  soon(): void
  /** Something changed that has to do with it: looks at once. */
  now(): void
  stop(): void
}

interface WatchOptions {
  /** Finds out what the reader may hear of by now. */
  readonly look: () => Promise<void>
  readonly log: Logger
}

const intervalMs = 5 * 60_000
const pauseMs = 5_000

/** Looks every five minutes, and soon after each change, what a stream's reader may hear of. */
export function watchReader({ look, log }: WatchOptions): ReaderWatch {
  let isStopped = false
  let isLooking = false
  let isDue = false
  let isUrgent = false
  let pause: NodeJS.Timeout | undefined

  const run = async (urgent: boolean) => {
    if (isStopped) return
    if (isLooking || (pause !== undefined && !urgent)) {
      isDue = true
      isUrgent ||= urgent
      return
    }
    clearTimeout(pause)
    pause = undefined
    isLooking = true
    isDue = false
    isUrgent = false
    try {
      await look()
    } catch (err) {
      // What a stream tells is a hint; each pull is asked for its rights by itself.
      log.debug({ err }, 'A stream’s reader could not be checked.')
      isDue = true
      isUrgent = false
    }
    isLooking = false
    if (isUrgent) return void run(true)
    if (isStopped) return
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) void run(false)
    }, pauseMs)
    pause.unref()
  }
  const interval = setInterval(() => void run(false), intervalMs)
  interval.unref()
  return {
    soon: () => void run(false),
    now: () => void run(true),
    stop: () => {
      isStopped = true
      clearInterval(interval)
      clearTimeout(pause)
    },
  }
}
