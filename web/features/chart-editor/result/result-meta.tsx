import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { usePageEnvironment } from '@/client/page/page-environment'
import { ageText } from '@/ui/text/age-text'
import { waitingText } from '@/features/dashboards/tiles/waiting-text'
import { durationText, rowsText, secondsText, zoneText } from '@/features/dashboards/tiles/result-summary'
import { useElapsedMs } from '@/features/dashboards/tiles/use-elapsed'
import { Button } from '@/ui/buttons/button'
import type { ChartRun } from './use-chart-run'

/** A run shows its progress only after this time. */
const quietMs = 400
const notRunText = 'This query has not run yet'

interface ResultMetaProps {
  readonly run: ChartRun
  /** True if the shown result belongs to another query than the written one. */
  readonly isNotRun: boolean
}

/** The size, age and duration of the shown result; during a run its elapsed time and a way to stop it. */
export function ResultMeta({ run, isNotRun }: ResultMetaProps) {
  const { locale, now } = usePageEnvironment()
  const elapsedMs = useElapsedMs(run.isRunning)
  if (run.isRunning && elapsedMs > quietMs) {
    const place = 'place' in run.state ? run.state.place : undefined
    return (
      <div className="flex items-center gap-2 text-small text-muted tabular-nums">
        <output>
          <span className="sr-only">Running</span>
          <span aria-hidden>
            {place === undefined ? 'Running' : waitingText(place)} · {secondsText(elapsedMs, locale)}
          </span>
        </output>
        <Button size="sm" onClick={run.cancel}>
          Cancel
        </Button>
      </div>
    )
  }
  const { state, shown } = run
  if (shown === null) return null
  const { result, receivedAt } = shown
  const asOf = Date.parse(result.asOf)
  const isOffline = state.kind === 'ready' && state.stale === 'offline'
  const parts = [
    ...(run.isSelection ? ['Selection'] : []),
    rowsText(result, locale),
    plural(locale, result.fields.length, 'column'),
    ...zoneText(result),
    `as of ${ageText(Number.isNaN(asOf) ? receivedAt : asOf, now)}${isOffline ? ' (offline copy)' : ''}`,
    durationText(result.timing, locale),
  ]
  const text = parts.join(' · ')
  return (
    <output
      className="block min-w-0 text-small text-muted tabular-nums max-md:line-clamp-3 md:truncate"
      title={isNotRun ? `${notRunText}. Below: ${text}` : text}
    >
      {/* Appears with the first typed letter and must not move anything. */}
      {isNotRun && <span className="font-medium text-text">{notRunText}</span>}
      {isNotRun && ' · below: '}
      {text}
    </output>
  )
}
