import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { Logger } from '@/server/observability/log'

/** How often rights are checked again: an answer may take minutes, in which its reader may lose them. */
export const defaultRecheckMs = 5_000
/** The errors of a run whose person has no right, or has lost it. Other failures of a later look are no reason to stop. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'not-signed-in',
  'token-invalid',
  'token-scope',
  'forbidden',
  'not-found',
  'connection-not-found',
])

/** The refusal that `ask` meets by now; null if there is none, or if that cannot be found out. */
export async function refusalOf(ask: () => unknown, log: Logger): Promise<TidemarkError | null> {
  try {
    await ask()
    return null
  } catch (thrown) {
    const error = toTidemarkError(thrown)
    if (refusals.has(error.code)) return error
    log.debug({ err: error }, 'Whether a run may go on could not be checked.')
    return null
  }
}

/** Over something that was let begin. */
export interface RightsWatch {
  /** Before an answer is sent: looks once more where it comes late. */
  lookIfLate(): Promise<void>
  end(): void
}

/** Has `look` find out every so often who may still have what they asked for: the first time after that long, so that what is quick pays nothing. */
export function watchRights(look: () => Promise<void>, recheckMs: number): RightsWatch {
  const beganAt = performance.now()
  let lookedAt = beganAt
  let looking: Promise<void> | null = null
  const lookNow = () => {
    lookedAt = performance.now()
    looking = look().finally(() => (looking = null))
    return looking
  }
  const timer = setInterval(() => void (looking ?? lookNow()), recheckMs)
  timer.unref()
  return {
    lookIfLate: async () => {
      const now = performance.now()
      if (now - beganAt < recheckMs) return
      // Answers that come together are looked at together.
      if (now - lookedAt < recheckMs / 5) await looking
      else await lookNow()
    },
    end: () => clearInterval(timer),
  }
}
