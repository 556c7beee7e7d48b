'use client'

import { Braces, Download, ScrollText } from 'lucide-react'
import { useState, useCallback, useEffect } from 'react'
import { auditActions, type AuditEvent, type AuditPage, type AuditFileFormat } from '@tidemark/shared/audit/audit-event'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { Select } from '@/ui/fields/select'
import { useMemberNames } from '../members/use-member-names'
import { SettingsPart } from '../page/settings-part'
import { type AuditChoice, fetchAudit, fetchAuditFile } from './audit-api'
import { isBackwards } from './audit-period'
import { actionNames, actorOfEvent, describeEvent, type PeopleNames } from './describe-event'
import type { ApiAnswer } from '@/client/page/api-request'
import { useLoaded, type Loaded } from '@/client/page/use-loaded'
import { DateField } from '@/ui/fields/date-field'
import { toast } from '@/ui/popups/toaster'
import { downloadBlob } from '@/ui/download-blob'

const anyone = 'anyone'
const anything = 'anything'

/** The audit log of the workspace, for admins: sign-ins, changes of rights, exports. */
export function AuditSection() {
  const [choice, setChoice] = useState<AuditChoice>({ action: null, userId: null, firstDay: null, lastDay: null })
  const { state, reload, events, people, more, showEarlier } = useAudit(choice)
  const names = useMemberNames()
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Select
          label="Who"
          className="max-sm:col-span-2"
          value={choice.userId ?? anyone}
          options={[{ value: anyone, label: 'Anyone' }, ...[...names].map(([value, label]) => ({ value, label }))]}
          onChange={(userId) => setChoice({ ...choice, userId: userId === anyone ? null : userId })}
        />
        <Select
          label="What"
          className="max-sm:col-span-2"
          value={choice.action ?? anything}
          options={[
            { value: anything, label: 'Anything' },
            ...auditActions.map((action) => ({ value: action, label: actionNames[action] })),
          ]}
          onChange={(action) => setChoice({ ...choice, action: action === anything ? null : action })}
        />
        <DayField label="From" value={choice.firstDay} onChange={(firstDay) => setChoice({ ...choice, firstDay })} />
        <DayField
          label="Until"
          value={choice.lastDay}
          error={isBackwards(choice) ? 'This day is before the start.' : undefined}
          onChange={(lastDay) => setChoice({ ...choice, lastDay })}
        />
      </div>
      <SettingsPart
        id="audit"
        title="Audit log"
        state={state}
        onRetry={reload}
        action={
          <Menu
            label="Export the audit log"
            align="end"
            trigger={
              <Button size="sm" icon={Download} disabled={events.length === 0}>
                Export
              </Button>
            }
          >
            <MenuItem icon={Download} onSelect={() => void exportAudit(choice, 'csv')}>
              CSV
            </MenuItem>
            <MenuItem icon={Braces} onSelect={() => void exportAudit(choice, 'ndjson')}>
              JSON lines
            </MenuItem>
          </Menu>
        }
      >
        {() =>
          events.length === 0 ? (
            <EmptyState
              icon={ScrollText}
              title="Nothing found"
              text="No event matches. Choose another person, kind or period."
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
                  <Button size="sm" aria-disabled={more === 'loading' || undefined} onClick={showEarlier}>
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
      <p className="min-w-0 flex-1 wrap-anywhere max-sm:w-full">
        <span className="font-medium">{actorOfEvent(event, people)}</span> {describeEvent(event, people)}
        {event.ip !== null && <span className="text-muted"> from {event.ip}</span>}
      </p>
      <time dateTime={at.toISOString()} className="shrink-0 text-small text-muted tabular">
        {at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
      </time>
    </li>
  )
}

interface AuditLog {
  readonly state: Loaded<AuditPage>
  readonly reload: () => void
  readonly events: readonly AuditEvent[]
  readonly people: PeopleNames
  readonly more: 'none' | 'idle' | 'loading' | 'failed'
  readonly showEarlier: () => void
}

interface Earlier {
  readonly first: AuditPage
  readonly pages: readonly AuditPage[]
  readonly state: 'idle' | 'loading' | 'failed'
}

/** Returns the filtered log: its first page, and the earlier pages requested so far. choice: stable between renders. */
function useAudit(choice: AuditChoice): AuditLog {
  const load = useCallback((signal: AbortSignal): ApiAnswer<AuditPage> => fetchAudit(choice, null, signal), [choice])
  const { state, reload } = useLoaded(load)
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  const first = state.kind === 'ready' ? state.value : null
  useEffect(() => setEarlier(first === null ? null : { first, pages: [], state: 'idle' }), [first])

  const pages = first === null ? [] : [first, ...(earlier?.first === first ? earlier.pages : [])]
  const next = pages.at(-1)?.next ?? null
  const showEarlier = () => {
    if (first === null || earlier === null || next === null || earlier.state === 'loading') return
    setEarlier({ ...earlier, state: 'loading' })
    void fetchAudit(choice, next, new AbortController().signal).then((answer) =>
      setEarlier((current) => {
        // The filter changed meanwhile.
        if (current?.first !== first) return current
        if (!answer.ok) return { ...current, state: 'failed' }
        return { first, pages: [...current.pages, answer.value], state: 'idle' }
      }),
    )
  }
  return {
    state,
    reload,
    events: pages.flatMap(({ events }) => events),
    people: Object.assign({}, ...pages.map((page) => page.people)) as PeopleNames, // merged records of names
    more: next === null ? 'none' : (earlier?.state ?? 'idle'),
    showEarlier,
  }
}

interface DayFieldProps {
  readonly label: string
  /** Like `2026-11-20`, or null. */
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (day: string | null) => void
}

function DayField({ label, value, error, onChange }: DayFieldProps) {
  const { locale } = usePageEnvironment()
  return (
    <DateField
      label={label}
      locale={locale}
      value={value ?? ''}
      error={error}
      onCommit={(day) => onChange(day === '' ? null : day)}
    />
  )
}

const id = 'audit-export'

/** Saves the filtered log as a file and shows the outcome. */
async function exportAudit(choice: AuditChoice, format: AuditFileFormat): Promise<void> {
  const fileName = `audit-log.${format}`
  toast(`Exporting ${fileName}`, { id })
  const file = await fetchAuditFile(choice, format)
  if (file.ok) {
    downloadBlob(file.value, fileName)
    toast(`Exported ${fileName}`, { id, tone: 'good' })
  } else if (file.error.kind === 'refused') {
    const { message, detail } = file.error.error
    toast('The log was not exported', { id, tone: 'bad', description: detail ?? message })
  } else {
    toast('The log was not exported', {
      id,
      tone: 'bad',
      description: 'The connection to the server broke off. No file was saved.',
      action: { label: 'Try again', onClick: () => void exportAudit(choice, format) },
    })
  }
}
