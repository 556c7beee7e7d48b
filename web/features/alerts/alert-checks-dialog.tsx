'use client'

import { useCallback, useState } from 'react'
import type { Alert, AlertCheck } from '@tidemark/shared/alerts/alert'
import { failureText } from '@/client/page/api-request'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import { StatusDot } from '@/ui/status-dot'
import { momentText } from '@/ui/text/moment-text'
import { fetchAlertChecks } from './alerts-api'

interface AlertChecksDialogProps {
  /** null: closed. */
  readonly alert: Alert | null
  readonly onClose: () => void
}

/** The last checks of an alert with their values, the newest first. */
export function AlertChecksDialog({ alert, onClose }: AlertChecksDialogProps) {
  const [shown, setShown] = useState(alert)
  // The alert stays on the screen while the dialog closes.
  if (alert !== null && alert !== shown) setShown(alert)
  return (
    <Dialog
      open={alert !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isAllowed
      title={`Checks of “${shown?.title ?? ''}”`}
      description="The last 100, the newest first."
      width={560}
    >
      {shown !== null && <CheckList key={`${shown.id} ${shown.lastCheck?.at}`} id={shown.id} />}
    </Dialog>
  )
}

const mostValues = 10

function CheckList({ id }: { readonly id: string }) {
  const load = useCallback((signal: AbortSignal) => fetchAlertChecks(id, signal), [id])
  const { state } = useLoaded(load)
  const { now, locale } = usePageEnvironment()
  switch (state.kind) {
    case 'loading':
      return <Skeleton className="h-24" />
    case 'failed':
      return <p role="alert">{failureText(state.failure)}</p>
    case 'ready':
      if (state.value.checks.length === 0) return <p className="text-muted">It was not checked yet.</p>
      return (
        <ol className="max-h-[50vh] divide-y divide-line overflow-y-auto">
          {state.value.checks.map((check) => (
            <li key={check.at} className="flex items-baseline gap-2 py-2">
              <StatusDot tone={checkTone(check)} />
              <div className="min-w-0 flex-1 wrap-anywhere">
                {checkWords[check.outcome]}
                {check.note !== null && <span className="text-muted"> {check.note}</span>}
                <CheckValues check={check} />
              </div>
              <span className="shrink-0 text-small text-muted tabular">{momentText(check.at, now, locale)}</span>
            </li>
          ))}
        </ol>
      )
  }
}

/** The values of a check; of many groups those that are met first. */
function CheckValues({ check }: { readonly check: AlertCheck }) {
  const sorted = check.values.toSorted((a, b) => Number(b.verdict === 'met') - Number(a.verdict === 'met'))
  const more = sorted.length - mostValues
  return (
    <ul className="flex flex-wrap gap-x-3 text-small text-muted">
      {sorted.slice(0, mostValues).map(({ group, text, verdict, event }) => (
        <li key={group} className={verdict === 'met' ? 'text-bad' : undefined}>
          {group === '' ? text : `${group}: ${text}`}
          {event !== null && ` (${event === 'fired' ? 'told' : 'told that it ended'})`}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  )
}

const checkWords = {
  firing: 'It fires.',
  clear: 'All is clear.',
  unknown: 'There was nothing to judge.',
  failed: 'It could not be checked.',
} as const

/** Returns the colour of how a check went. */
export function checkTone({ outcome }: AlertCheck): 'good' | 'bad' | 'warn' | 'muted' {
  return ({ firing: 'bad', clear: 'good', unknown: 'muted', failed: 'warn' } as const)[outcome]
}
