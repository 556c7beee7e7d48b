'use client'

import { useMemo, useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { QuestionTable } from '@tidemark/shared/builder/question'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Metric } from '@tidemark/shared/metrics/metric'
import { metricsOfTable } from '@tidemark/shared/metrics/metric-users'
import { columnsInQuestion, usersOfTable, type AskedTable } from '@tidemark/shared/tables/table-users'
import { segmentsOfTable } from '@tidemark/shared/segments/segment-queries'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useIsViewComplete, useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { MetricUserItem, SegmentUserItem } from '@/features/content/metric-user-item'
import { ChartUserItem } from '@/features/content/chart-user-item'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { Skeleton } from '@/ui/skeleton'

/** More are one press away. */
const shownAtFirst = 8

/** The segments and metrics of a table, the charts that ask it or one of its columns, and the dashboards that show them. */
export function TableUsersSection({ asked }: { readonly asked: AskedTable }) {
  const isComplete = useIsViewComplete()
  const users = useView((view) => [...usersOfTable(view, asked)], [asked])
  const metrics = useView((view) => [...metricsOfTable(view, asked.connectionId, asked.table)], [asked])
  const segments = useView((view) => [...segmentsOfTable(view, asked.connectionId, asked.table)], [asked])
  const [column, setColumn] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const named = useMemo(() => new Set(users.flatMap(({ columns }) => columns)), [users])
  const chosen = named.has(column) ? column : ''
  const found = chosen === '' ? users : users.filter(({ columns }) => columns.includes(chosen))
  const measured = chosen === '' ? metrics : metrics.filter((metric) => isOfColumn(metric, chosen, asked.table))
  const filtering = segments.filter(
    ({ query }) => chosen === '' || (columnsInQuestion(query.question, asked.table) ?? []).includes(chosen),
  )
  const shown = isWhole ? found : found.slice(0, shownAtFirst)
  return (
    <section aria-label="Used by">
      <div className="mb-2 flex min-h-[30px] flex-wrap items-center justify-between gap-3">
        <h2 className="text-tile">Used by</h2>
        {named.size > 0 && (
          <Select
            label="Column"
            hideLabel
            value={chosen}
            options={[
              { value: '', label: 'The whole table' },
              ...asked.columns.filter((name) => named.has(name)).map((name) => ({ value: name, label: name })),
            ]}
            onChange={setColumn}
            className="w-52"
          />
        )}
      </div>
      {!isComplete && users.length + metrics.length + segments.length === 0 ? (
        <Skeleton className="h-10" />
      ) : (
        <div className="rounded-tile border border-line bg-surface shadow-tile">
          {found.length + measured.length + filtering.length === 0 ? (
            <p className="px-3.5 py-3 text-muted">No chart uses it yet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {filtering.map((segment) => (
                <SegmentUserItem key={segment.id} segment={segment} />
              ))}
              {measured.map((metric) => (
                <MetricUserItem key={metric.id} metric={metric} />
              ))}
              {shown.map((user) => (
                <ChartUserItem key={user.chart.id} user={user} />
              ))}
            </ul>
          )}
        </div>
      )}
      {shown.length < found.length && <MoreUsers count={found.length} onShow={() => setIsWhole(true)} />}
      <OtherFolders />
    </section>
  )
}

function isOfColumn({ query, time }: Metric, name: string, table: QuestionTable): boolean {
  return time?.column.name === name || (columnsInQuestion(query.question, table) ?? []).includes(name)
}

function MoreUsers({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { locale } = usePageEnvironment()
  return (
    <Button size="sm" variant="ghost" className="mt-1.5" onClick={onShow}>
      Show all {plural(locale, count, 'chart')}
    </Button>
  )
}

/** Said to everyone who might not see all, whether there is something or not. */
function OtherFolders() {
  const team = useTeamSession()
  const { role } = useActor()
  if (team === null || roleAtLeast(role, 'admin')) return null
  return <p className="mt-1.5 text-small text-muted">Charts in folders that you cannot see may use it, too.</p>
}
