'use client'

import type { Alert, AlertCheck } from '@tidemark/shared/alerts/alert'
import { usePageEnvironment } from '@/client/page/page-environment'
import { momentText } from '@/ui/text/moment-text'
import { HistoryDialog } from '../page/history-dialog'
import { fetchAlertChecks } from './alerts-api'

interface AlertChecksDialogProps {
  /** null: closed. */
  readonly alert: Alert | null
  readonly onClose: () => void
}

/** The last checks of an alert with their values, the newest first. */
export function AlertChecksDialog({ alert, onClose }: AlertChecksDialogProps) {
  const { now, locale } = usePageEnvironment()
  return (
    <HistoryDialog
      of={alert}
      titleOf={({ title }) => `Checks of “${title}”`}
      description="The last 100, the newest first."
      load={fetchAlertChecks}
      lastOf={({ lastCheck }) => lastCheck?.at}
      linesOf={({ checks }) =>
        checks.map((check) => ({
          key: String(check.at),
          tone: checkTone(check),
          text: <CheckWords check={check} />,
          aside: momentText(check.at, now, locale),
        }))
      }
      onClose={onClose}
    />
  )
}

const mostValues = 10

/** The outcome of a check and its values; of many groups those that are met first. */
function CheckWords({ check }: { readonly check: AlertCheck }) {
  const sorted = check.values.toSorted((a, b) => Number(b.verdict === 'met') - Number(a.verdict === 'met'))
  const more = sorted.length - mostValues
  return (
    <>
      {checkWords[check.outcome]}
      {check.note !== null && <span className="text-muted"> {check.note}</span>}
      <ul className="flex flex-wrap gap-x-3 text-small text-muted">
        {sorted.slice(0, mostValues).map(({ group, text, verdict, event }) => (
          <li key={group} className={verdict === 'met' ? 'text-bad' : undefined}>
            {group === '' ? text : `${group}: ${text}`}
            {event !== null && ` (${event === 'fired' ? 'told' : 'told that it ended'})`}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
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
