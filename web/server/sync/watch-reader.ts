import type { Logger } from '../log'

interface ReaderWatch {
  /** Something changed that may have to do with it: asks within seconds, however often it is called. */
  soon(): void
  stop(): void
}

interface WatchOptions {
  /** Null where nobody ever loses the right to listen. */
  readonly mayListen: (() => Promise<boolean>) | null
  readonly onLost: () => void
  readonly log: Logger
}

const intervalMs = 5 * 60_000
const pauseMs = 5_000

/** Asks every five minutes, and soon after each change, whether a stream's reader may still listen. */
export function watchReader({ mayListen, onLost, log }: WatchOptions): ReaderWatch {
  if (mayListen === null) return { soon: () => undefined, stop: () => undefined }
  let isStopped = false
  let isAsking = false
  let isDue = false
  let pause: NodeJS.Timeout | undefined

  const ask = async () => {
    if (isAsking || pause !== undefined) {
      isDue = true
      return
    }
    isAsking = true
    isDue = false
    try {
      if (!(await mayListen())) onLost()
    } catch (err) {
      // What a stream tells is a hint; each pull is asked for its rights by itself.
      log.debug({ err }, 'A stream’s reader could not be checked.')
    }
    isAsking = false
    if (isStopped) return
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) void ask()
    }, pauseMs)
    pause.unref()
  }
  const interval = setInterval(() => void ask(), intervalMs)
  interval.unref()
  return {
    soon: () => void ask(),
    stop: () => {
      isStopped = true
      clearInterval(interval)
      clearTimeout(pause)
    },
  }
}
