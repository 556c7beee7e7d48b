'use client'

import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { auditActions, type AuditEvent } from '@tidemark/shared/audit/audit-event'
import { usePageEnvironment } from '@/client/page-environment'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Select } from '@/ui/select'
import { useMemberNames } from '../members/use-member-names'
import { SettingsPart } from '../settings/settings-part'
import type { AuditFilter } from './audit-api'
import { actionNames, actorOfEvent, describeEvent, type PeopleNames } from './describe-event'
import { useAudit } from './use-audit'

const anyone = 'anyone'
const anything = 'anything'

/** What happened in the workspace that an admin may want to know: who signed in, whose rights changed, what was exported. */
export function AuditSection() {
  const [filter, setFilter] = useState<AuditFilter>({ action: null, userId: null })
  const { state, reload, events, people, more, showEarlier } = useAudit(filter)
  const names = useMemberNames()
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select
          label="Who"
          value={filter.userId ?? anyone}
          options={[{ value: anyone, label: 'Anyone' }, ...[...names].map(([value, label]) => ({ value, label }))]}
          onChange={(userId) => setFilter({ ...filter, userId: userId === anyone ? null : userId })}
        />
        <Select
          label="What"
          value={filter.action ?? anything}
          options={[
            { value: anything, label: 'Anything' },
            ...auditActions.map((action) => ({ value: action, label: actionNames[action] })),
          ]}
          onChange={(action) => setFilter({ ...filter, action: action === anything ? null : action })}
        />
      </div>
      <SettingsPart id="audit" title="Audit log" state={state} onRetry={reload}>
        {() =>
          events.length === 0 ? (
            <EmptyState
              icon={ScrollText}
              title="Nothing found"
              text="Nothing of this kind has happened. Choose another person or another kind."
            />
          ) : (
            <>
              <ol className="divide-y divide-line">
                {events.map((event) => (
                  <AuditRow key={event.id} event={event} people={people} />
                ))}
              </ol>
              {more !== 'none' && (
                <div className="flex items-center gap-3 border-t border-line py-3">
                  <Button size="sm" disabled={more === 'loading'} onClick={showEarlier}>
                    Show earlier
                  </Button>
                  {more === 'failed' && (
                    <span role="alert" className="text-bad">
                      The server did not answer. Try again.
                    </span>
                  )}
                </div>
              )}
            </>
          )
        }
      </SettingsPart>
    </>
  )
}

function AuditRow({ event, people }: { readonly event: AuditEvent; readonly people: PeopleNames }) {
  const { locale } = usePageEnvironment()
  const at = new Date(event.at)
  return (
    <li className="flex items-baseline gap-4 py-2.5 max-sm:flex-col max-sm:gap-0.5">
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">{actorOfEvent(event, people)}</span> {describeEvent(event, people)}
        {event.ip !== null && <span className="text-muted"> from {event.ip}</span>}
      </p>
      <time dateTime={at.toISOString()} className="shrink-0 text-small text-muted tabular">
        {at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
    </li>
  )
}
