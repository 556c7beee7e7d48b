import { takeEarlyErrors } from './early-errors'
import { captureCaughtWith } from './report-caught'

/** Hands the SDK what was kept until it was there, caught or not, and what code of ours catches from then on. */
export function captureEarlyErrors({
  captureException,
}: Pick<typeof import('@sentry/nextjs'), 'captureException'>): void {
  captureCaughtWith((thrown) => void captureException(thrown))
  for (const { thrown, kind } of takeEarlyErrors())
    captureException(thrown, { mechanism: { handled: false, type: `auto.browser.global_handlers.${kind}` } })
}
