import { toTidemarkError, type TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type { Logger } from '@/server/observability/log'

/** How often rights are checked again: an answer may take minutes, during which its reader may lose them. */
export const defaultRecheckMs = 5_000
/** The errors that mean that a person has no right or has lost it. Other failures of a check do not stop a run. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'not-signed-in',
  'token-invalid',
  'token-scope',
  'forbidden',
  'not-found',
  'connection-not-found',
])

/** Returns the refusal that `ask` fails with; null if there is none or the check itself failed. */
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

/** Watches the rights of work in progress. */
export interface RightsWatch {
  /** Checks the rights once more before a late answer is sent. */
  lookIfLate(): Promise<void>
  end(): void
}

/**
 * Calls `look` at an interval to check rights. The first check comes after one interval, so that quick answers cost
 * nothing.
 */
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
      // Answers that finish at about the same time share a check.
      if (now - lookedAt < recheckMs / 5) await looking
      else await lookNow()
    },
    end: () => clearInterval(timer),
  }
}
