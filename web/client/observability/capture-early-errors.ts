import { takeEarlyErrors } from './early-errors'
import { captureCaughtWith } from './report-caught'

/**
 * Passes the errors kept before the SDK was loaded to the SDK, caught and uncaught ones, and from then on every error
 * that our code catches.
 */
export function captureEarlyErrors({
  captureException,
}: Pick<typeof import('@sentry/nextjs'), 'captureException'>): void {
  captureCaughtWith((thrown) => void captureException(thrown))
  for (const { thrown, kind } of takeEarlyErrors())
    captureException(thrown, { mechanism: { handled: false, type: `auto.browser.global_handlers.${kind}` } })
}
