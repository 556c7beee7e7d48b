'use client'

import { BadgeCheck, Plus, Search, SearchX, Sigma } from 'lucide-react'
import { useState } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { isVerified, type Metric } from '@tidemark/shared/metrics/metric'
import { isSought, listMetrics } from '@tidemark/shared/metrics/metric-queries'
import { countMetricUsers } from '@tidemark/shared/metrics/metric-users'
import { listSegments } from '@tidemark/shared/segments/segment-queries'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useActor } from '@/client/workspace/workspace-client'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { TextField } from '@/ui/fields/text-field'
import { Skeleton } from '@/ui/skeleton'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { useCreateMetric, useCreateSegment } from '../content/use-create-definition'
import { reportProblem } from '../messages/report-problem'
import { TopBar } from '../page/top-bar'
import { SegmentList } from '../segments/segment-list'
import { definitionWords } from './definition-words'

/** The catalogue of metrics and segments: what the team measures and filters by, and by which definition. */
export function MetricsPage() {
  const metrics = useView(listMetrics, [])
  const segments = useView(listSegments, [])
  const isComplete = useIsViewComplete()
  const mayEdit = useMayEdit()
  const createMetric = useCreateMetric()
  const createSegment = useCreateSegment()
  const [sought, setSought] = useState('')
  const found = metrics.filter((metric) => isSought(sought, [metric.name, ...metric.synonyms, metric.description]))
  const foundSegments = segments.filter(({ name, description }) => isSought(sought, [name, description]))
  const isEmpty = metrics.length + segments.length === 0
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => void createMetric().catch(reportProblem)}>
      New metric
    </Button>
  )
  const addSegment = (
    <Button icon={Plus} onClick={() => void createSegment().catch(reportProblem)}>
      New segment
    </Button>
  )
  return (
    <>
      <TopBar icon={Sigma} title="Metrics" actions={mayEdit && !isEmpty && add} />
      {isEmpty && !isComplete ? (
        <Skeleton className="m-5 h-40" />
      ) : isEmpty ? (
        <EmptyState
          icon={Sigma}
          title="No metric or segment yet"
          text={
            mayEdit
              ? 'Say once what revenue or an active user is. Every chart then measures the same, and changes with it.'
              : 'Editors of this workspace say here what its numbers mean.'
          }
          action={
            mayEdit && (
              <span className="flex flex-wrap justify-center gap-2">
                {add}
                {addSegment}
              </span>
            )
          }
          className="m-5 flex-1 rounded-tile border border-dashed border-line-strong"
        />
      ) : (
        <div className="flex w-full max-w-[1240px] flex-col gap-3 page-sides py-5 max-md:py-3">
          <TextField
            label="Search metrics and segments"
            hideLabel
            icon={Search}
            type="search"
            placeholder="Search by name, synonym or description"
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
            className="w-full md:max-w-80"
          />
          {sought !== '' && found.length + foundSegments.length === 0 && (
            <EmptyState icon={SearchX} title={`Nothing matches “${sought}”`} text="Synonyms are searched, too." />
          )}
          {found.length > 0 && <MetricList metrics={found} />}
          {(foundSegments.length > 0 || (mayEdit && sought === '')) && (
            <section aria-label="Segments" className="flex flex-col gap-2 pt-3">
              <div className="flex min-h-[30px] items-center justify-between gap-3">
                <h2 className="text-tile">Segments</h2>
                {mayEdit && addSegment}
              </div>
              {foundSegments.length === 0 ? (
                <p className="text-muted">
                  No segment yet. A segment is a filter with a name, such as Active customers.
                </p>
              ) : (
                <SegmentList segments={foundSegments} />
              )}
            </section>
          )}
        </div>
      )}
    </>
  )
}

function MetricList({ metrics }: { readonly metrics: readonly Metric[] }) {
  const { locale } = usePageEnvironment()
  const counts = useView(countMetricUsers, [])
  const folders = useView((view) => new Map(listFolders(view).map(({ id, name }) => [id, name])), [])
  const isTeam = useTeamSession() !== null
  const { userId } = useActor()
  const names = useMemberNames()
  const placeOf = ({ folderId, ownerId }: Metric) =>
    [
      folderId === null ? undefined : folders.get(folderId),
      isTeam && ownerId !== null ? nameOfMember(ownerId, userId, names) : undefined,
    ].filter((text) => text !== undefined)
  return (
    <ul
      aria-label="Metrics"
      className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile"
    >
      {metrics.map((metric) => (
        <li key={metric.id}>
          <AppLink
            href={`/metrics/${metric.id}`}
            className="flex min-h-12 items-center gap-3 px-3.5 py-2 -outline-offset-2! transition-colors hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-1.5">
                <span className="truncate font-medium">{metric.name}</span>
                {isVerified(metric) && <BadgeCheck aria-label="Verified" className="size-4! shrink-0 text-good" />}
              </span>
              <span className="block truncate text-small text-muted">
                {metric.description === '' ? definitionWords(metric) : metric.description}
              </span>
            </span>
            <span className="max-w-60 shrink-0 truncate text-small text-muted max-md:hidden">
              {placeOf(metric).join(' · ')}
            </span>
            <span className="tabular w-16 shrink-0 text-right text-small text-muted">
              {plural(locale, counts.get(metric.id) ?? 0, 'chart')}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
