'use client'

import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { ReportingState } from '@tidemark/shared/ipc/desktop-calls'
import type { ReportingConfig } from '@tidemark/shared/observability/reporting-config'
import {
  contextSections,
  type SectionValues,
  type SessionContext,
} from '@tidemark/shared/observability/session-context'
import { getLocalDesktop } from '@/client/page/desktop-bridge'
import { readPageReporting } from '@/client/observability/page-reporting'
import { readPageContext } from '@/client/observability/read-page-context'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { reportProblem } from '../messages/report-problem'

const refreshMs = 2_000

const sectionTitles = {
  session: 'Person and workspace, by id',
  replicache: 'Sync',
  localStorage: 'Kept in this browser',
  featureFlags: 'Features switched on',
  legendState: 'What is open',
} as const satisfies Record<(typeof contextSections)[number], string>

/**
 * The section on error reports: whether they are sent, how that is decided, and what they would contain about this
 * page.
 */
export function ErrorReports() {
  const config = useSyncExternalStore(noChanges, readOnce, () => null)
  return (
    <>
      <Paragraph title={config === null ? 'Error reports are off' : 'Error reports are on'}>
        {statusOf(config)}
      </Paragraph>
      <DesktopConsent />
      <Paragraph title="What a report contains">
        The kind of error, its message with your data masked, where in Tidemark’s code it happened, the version, browser
        and system, and the context below. Never names, e-mail addresses, SQL, parameters, rows, passwords, cookies, ids
        in page addresses, file paths or screenshots.
      </Paragraph>
      <ContextPreview />
    </>
  )
}

function statusOf(config: ReportingConfig | null): ReactNode {
  if (config === null) {
    return (
      <>
        Nothing is sent, and the code that could send is not loaded. Whoever runs the server can turn them on with{' '}
        <code>ERROR_REPORTING_ENABLED</code> and set <code>SENTRY_DSN</code> to the address of a Sentry project, or of
        another server that speaks Sentry’s protocol. Without an address, nothing is sent.
      </>
    )
  }
  const installation = `Version ${config.release} in “${config.environment}”`
  return config.dsn === undefined
    ? `${installation} is ready to report, but no address is set (SENTRY_DSN), so nothing is sent.`
    : `${installation} reports errors, and how long some requests took, to ${new URL(config.dsn).host}.`
}

/** The person's consent, which the desktop app needs besides the setting. */
function DesktopConsent() {
  const [state, setState] = useState<ReportingState | null>(null)
  useEffect(() => {
    getLocalDesktop()?.readReporting().then(setState, reportProblem)
  }, [])
  if (state === null) return null
  const allow = (isAllowed: boolean) => {
    const desktop = getLocalDesktop()
    if (desktop === null) return
    setState({ ...state, isAllowed })
    // The person may have refused the restart because they would lose something.
    desktop
      .allowReporting(isAllowed)
      .then(() => desktop.readReporting())
      .then(setState)
      .catch(reportProblem)
  }
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-2 py-3.5 max-md:flex-col max-md:items-stretch">
      <div>
        <p className="font-medium">Send error reports from this computer</p>
        <p className="text-small text-muted">Tidemark’s own server restarts with your choice.</p>
      </div>
      <SegmentedControl
        label="Send error reports from this computer"
        value={state.isAllowed ? 'on' : 'off'}
        onChange={(value) => allow(value === 'on')}
        options={[
          { value: 'off', label: 'Off' },
          { value: 'on', label: 'On' },
        ]}
      />
    </div>
  )
}

/** The context that a report of this page would have now; read again while it is shown. */
function ContextPreview() {
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // A click before hydration may have opened it already.
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details ref={details} className="py-3.5" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-row font-medium touch:py-0.5">The context of this page, as it is now</summary>
      {isOpen && <ContextSections />}
    </details>
  )
}

function ContextSections() {
  const [context, setContext] = useState<SessionContext>(readPageContext)
  useEffect(() => {
    const timer = setInterval(() => setContext(readPageContext()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="mt-2 grid gap-x-6 gap-y-4 md:grid-cols-2">
      {contextSections.map((section) => (
        <ContextSection key={section} title={sectionTitles[section]} values={context[section]} />
      ))}
    </div>
  )
}

function ContextSection({ title, values }: { readonly title: string; readonly values: SectionValues }) {
  const entries = Object.entries(values)
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-small text-muted">{title}</h3>
      {entries.length === 0 && <p className="mt-1 text-small text-muted">Nothing</p>}
      <dl className="mt-1 text-small">
        {entries.map(([key, value]) => (
          <div key={key} className="flex justify-between gap-3 border-b border-line py-1 last:border-b-0">
            <dt className="min-w-0 truncate" title={key}>
              {key}
            </dt>
            <dd className="min-w-0 truncate text-right tabular-nums text-muted" title={String(value)}>
              {value === null ? '–' : String(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Paragraph({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="py-3.5">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-small text-muted">{children}</p>
    </div>
  )
}

let known: ReportingConfig | null | undefined

/** The page's meta element does not change, so it is read once. */
function readOnce(): ReportingConfig | null {
  known ??= readPageReporting()
  return known
}

function noChanges(): () => void {
  return () => undefined
}
