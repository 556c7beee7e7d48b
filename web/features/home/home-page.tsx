'use client'

import { ChartLine, Database, House, LayoutDashboard, MessageCircleQuestion, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { Button, buttonClass } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { TimeAgo } from '@/ui/text/time-ago'
import { useStartQuestion } from '../content/use-question-draft'
import { reportProblem } from '../messages/report-problem'
import { TopBar } from '../page/top-bar'
import { useCreateDashboard } from '../content/use-create'
import { formatSize } from '@/ui/text/format-size'
import { listRecentContent } from './list-recent-content'
import { ChartCard, DashboardCard } from './recent-card'

const recentDashboards = 6
const recentCharts = 8
const recentDatasets = 8

/** The start page: the last edited and the last added. */
export function HomePage() {
  const { dashboards, charts, datasets } = useView(listRecentContent, [])
  const mayEdit = useMayEdit()
  const mayAsk = useMayAsk()
  const createDashboard = useCreateDashboard()
  const startQuestion = useStartQuestion()
  const isEmpty = dashboards.length + charts.length + datasets.length === 0
  return (
    <>
      <TopBar
        icon={House}
        title="Home"
        actions={
          mayEdit ? (
            <>
              <Button icon={ChartLine} onClick={() => startQuestion()} className="max-md:hidden">
                New chart
              </Button>
              <Button
                variant="primary"
                icon={LayoutDashboard}
                onClick={() => void createDashboard(null).catch(reportProblem)}
              >
                New dashboard
              </Button>
            </>
          ) : (
            mayAsk && (
              <AppLink href="/ask" className={buttonClass({ variant: 'primary' })}>
                <MessageCircleQuestion aria-hidden />
                Ask a question
              </AppLink>
            )
          )
        }
      />
      {isEmpty && !mayEdit ? (
        <EmptyState
          icon={House}
          title="Nothing here yet"
          text="Dashboards and charts appear here when an editor makes them."
          className="flex-1"
        />
      ) : isEmpty ? (
        <EmptyState
          icon={Upload}
          title="Bring your first numbers"
          text="Drop a CSV, Parquet or JSON file anywhere on this window, and ask questions about it at once."
          action={
            <AppLink href="/data" className={buttonClass({ variant: 'primary' })}>
              Choose a file
            </AppLink>
          }
          className="flex-1"
        />
      ) : (
        <div className="flex w-full max-w-[1240px] flex-col gap-7 page-sides py-5 max-md:py-3">
          <Section title="Dashboards">
            {dashboards.length === 0 ? (
              <EmptyState
                icon={LayoutDashboard}
                title="No dashboard yet"
                text={
                  mayEdit ? 'Put the charts you look at together on one page.' : 'Editors make them; they appear here.'
                }
                action={
                  mayEdit && (
                    <Button onClick={() => void createDashboard(null).catch(reportProblem)}>New dashboard</Button>
                  )
                }
                className="rounded-tile border border-dashed border-line-strong"
              />
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-3">
                {dashboards.slice(0, recentDashboards).map((dashboard) => (
                  <DashboardCard key={dashboard.id} dashboard={dashboard} />
                ))}
              </ul>
            )}
          </Section>
          <Section title="Charts">
            {charts.length === 0 ? (
              <EmptyState
                icon={ChartLine}
                title="No chart yet"
                text={mayEdit ? 'Ask a question; its answer becomes a chart.' : 'Editors make them; they appear here.'}
                action={mayEdit && <Button onClick={() => startQuestion()}>New chart</Button>}
                className="rounded-tile border border-dashed border-line-strong"
              />
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-3">
                {charts.slice(0, recentCharts).map((chart) => (
                  <ChartCard key={chart.id} chart={chart} />
                ))}
              </ul>
            )}
          </Section>
          <Section
            title="Data"
            action={
              <AppLink
                href="/data"
                className={classNames(buttonClass({ variant: 'ghost', size: 'sm' }), '-mr-2.5 -outline-offset-2')}
              >
                All data
              </AppLink>
            }
          >
            <DatasetList datasets={datasets} />
          </Section>
        </div>
      )}
    </>
  )
}

function Section({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex h-7 items-center justify-between">
        <h2 className="text-tile">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function DatasetList({ datasets }: { readonly datasets: readonly Dataset[] }) {
  const { now, locale } = usePageEnvironment()
  const mayAdd = useMayEdit()
  if (datasets.length === 0) {
    return (
      <p className="rounded-tile border border-dashed border-line-strong px-4 py-5 text-muted">
        {mayAdd ? 'Drop a CSV, Parquet or JSON file anywhere on this window.' : 'Files that editors add appear here.'}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
      {datasets.slice(0, recentDatasets).map((dataset) => (
        <li key={dataset.id}>
          <AppLink
            href={`/data/${dataset.id}`}
            className="flex min-h-10 items-center gap-3 px-3.5 py-2 -outline-offset-2! transition-colors hover:bg-hover"
          >
            <Database aria-hidden className="text-muted" />
            <span className="min-w-0 flex-1 truncate font-medium">{dataset.name}</span>
            <span className="tabular w-28 text-right text-muted">{plural(locale, dataset.rowCount, 'row')}</span>
            <span className="tabular w-24 text-right text-muted max-md:hidden">
              {plural(locale, dataset.columns.length, 'column')}
            </span>
            <span className="tabular w-20 text-right text-muted max-md:hidden">
              {formatSize(dataset.sizeBytes, locale)}
            </span>
            <span className="w-32 text-right text-muted max-lg:hidden">
              <TimeAgo at={dataset.updatedAt} now={now} locale={locale} />
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
