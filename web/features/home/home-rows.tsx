'use client'

import {
  ChartLine,
  Database,
  LayoutDashboard,
  ListFilter,
  ServerCog,
  Sigma,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { TimeAgo } from '@/ui/text/time-ago'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { openSyncStatus } from '../page/sync-status-id'
import { errorForReader } from '../charts/error-for-reader'
import type { FailedChart } from './glances'
import type { Change } from './list-changes'

const icons: Readonly<Record<Change['kind'], LucideIcon>> = {
  chart: ChartLine,
  dashboard: LayoutDashboard,
  metric: Sigma,
  segment: ListFilter,
  dataset: Database,
  connection: ServerCog,
}

const shownAtFirst = 5

/** Lists the changes since the last visit, a line each. */
export function ChangedRows({ changes }: { readonly changes: readonly Change[] }) {
  const { now, locale, team } = usePageEnvironment()
  const { userId } = useActor()
  const names = useMemberNames()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? changes : changes.slice(0, shownAtFirst)
  const wordsOf = ({ kind, by, isNew }: Change) => {
    const verb = by === null || (kind === 'dataset' && !isNew) ? 'New rows' : isNew ? 'New' : 'Changed'
    return by === null || team === null ? verb : `${verb}, ${nameOfMember(by, userId, names)}`
  }
  return (
    <RowList>
      {shown.map((change) => {
        const Icon = icons[change.kind]
        return (
          <Row
            key={`${change.kind}/${change.id}`}
            icon={<Icon aria-hidden className="text-muted" />}
            href={change.href}
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{change.name}</span>
              <span className="ml-2 text-muted">{wordsOf(change)}</span>
            </span>
            <span className="shrink-0 text-small text-muted">
              <TimeAgo at={change.at} now={now} locale={locale} />
            </span>
          </Row>
        )
      })}
      {changes.length > shown.length && (
        <li>
          <Button variant="ghost" className="w-full rounded-none" onClick={() => setWhole(true)}>
            Show all {changes.length.toLocaleString(locale)}
          </Button>
        </li>
      )}
    </RowList>
  )
}

/** Something that needs a person, and the way to mend it. */
interface Problem {
  readonly key: string
  readonly title: string
  readonly text: string
  /** When it failed, if that was before this visit. */
  readonly at?: number | undefined
  readonly way: { readonly label: string; readonly href: string } | { readonly label: string; readonly run: () => void }
}

/** Returns the failed charts, the databases behind them, changed files in place, and changes that the server refused. */
export function useProblems(failed: readonly FailedChart[]): readonly Problem[] {
  const { locale } = usePageEnvironment()
  const mayEdit = useMayEdit()
  const refusedCount = useView((view) => listMutationErrors(view).length, [])
  const changedFiles = useView(
    (view) => listDatasets(view).filter((one) => one.inPlace?.columnsChanged !== undefined),
    [],
  )
  const ofConnections = failed.filter(({ error }) => error.code.startsWith('connection-'))
  const away = new Map(ofConnections.map((one) => [one.chart.query.connectionId, one.error]))
  const names = useView(
    (view) => [...away.keys()].map((id) => findConnection(view, id)?.name ?? 'A database'),
    [[...away.keys()].join(' ')],
  )
  return [
    ...(refusedCount === 0
      ? []
      : [
          {
            key: 'refused',
            title: `${plural(locale, refusedCount, 'change')} not taken by the server`,
            text: 'Retry or discard them; they are only in this browser.',
            way: { label: 'Look at them', run: openSyncStatus },
          },
        ]),
    ...[...away].map(([id, error], index) => ({
      key: `connection/${id}`,
      title: `“${names[index] ?? 'A database'}” does not answer`,
      text: error.message,
      at: ofConnections.find(({ chart }) => chart.query.connectionId === id)?.at,
      way: { label: 'Open it', href: `/connections/${id}` },
    })),
    ...changedFiles.map(({ id, name }) => ({
      key: `dataset/${id}`,
      title: `The file of “${name}” has other columns now`,
      text: 'Its rows are those from before.',
      way: { label: 'See what changed', href: `/data/${id}` },
    })),
    ...failed
      .filter(({ error }) => !error.code.startsWith('connection-') && isToMend(error.code))
      .map(({ chart, error, at }) => ({
        key: `chart/${chart.id}`,
        title: `“${chart.name}” failed`,
        text: (mayEdit ? error : errorForReader(error)).message,
        at,
        way: { label: 'Open it', href: `/charts/${chart.id}` },
      })),
  ]
}

/** A missing value is asked for on the chart's page, and what is busy or gone mends itself. */
function isToMend(code: string): boolean {
  return code !== 'query-parameter' && /^(query|dataset)-/.test(code)
}

export function ProblemRows({ problems }: { readonly problems: readonly Problem[] }) {
  const { now, locale } = usePageEnvironment()
  return (
    <RowList>
      {problems.map(({ key, title, text, at, way }) => (
        <li key={key} className="flex min-h-11 items-center gap-3 px-3.5 py-2">
          <TriangleAlert aria-hidden className="shrink-0 text-warn" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{title}</span>
            <span className="line-clamp-2 text-small text-muted">
              {text}
              {at !== undefined && (
                <>
                  {' · '}
                  <TimeAgo at={at} now={now} locale={locale} />
                </>
              )}
            </span>
          </span>
          {'href' in way ? (
            <AppLink href={way.href} className="shrink-0 rounded-row px-1 text-accent hover:underline">
              {way.label}
            </AppLink>
          ) : (
            <Button size="sm" onClick={way.run}>
              {way.label}
            </Button>
          )}
        </li>
      ))}
    </RowList>
  )
}

function RowList({ children }: { readonly children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
      {children}
    </ul>
  )
}

function Row({
  icon,
  href,
  children,
}: {
  readonly icon: ReactNode
  readonly href: string
  readonly children: ReactNode
}) {
  return (
    <li>
      <AppLink
        href={href}
        className="flex min-h-10 items-center gap-3 px-3.5 py-2 -outline-offset-2! transition-colors hover:bg-hover"
      >
        {icon}
        {children}
      </AppLink>
    </li>
  )
}
