'use client'

import { ChartLine, Database, House, LayoutDashboard, MessageCircleQuestion, Plus, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { newId } from '@tidemark/shared/base/ids'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button, buttonClass } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { EmptyState } from '@/ui/empty-state'
import { TimeAgo } from '@/ui/text/time-ago'
import { formatSize } from '@/ui/text/format-size'
import { ConnectionDialog } from '../connections/connection-dialog'
import { openMade } from '../connections/made-connections'
import { useStartQuestion } from '../content/use-start-question'
import { useCreateDashboard } from '../content/use-create'
import { DataAccessNotice } from '../data/data-access-notice'
import { AddDataButton } from '../data/uploads/add-data-button'
import { reportProblem } from '../messages/report-problem'
import { useLastOpened } from '../preferences/shell-preferences-context'
import { TopBar } from '../page/top-bar'
import { FirstSteps, useFirstSteps } from './first-steps'
import { GlancesProvider, type FailedChart } from './glances'
import { ChangedRows, ProblemRows, useProblems } from './home-rows'
import { listRecentContent, listWatchedCharts, type RecentContent } from './list-recent-content'
import { listSampleInTrash, restoreSample } from './restore-sample'
import { ChartCard, DashboardCard, FavouriteCard } from './recent-card'
import { useChangesSinceVisit } from './use-home-state'

interface HomePageProps {
  /** The server's results by chart, in the page. */
  readonly results: Readonly<Record<string, RunResult | Promise<RunResult>>>
}

/** The start page: favourites, the last edited, what changed, what failed, and the last added data. */
export function HomePage({ results }: HomePageProps) {
  const actor = useActor()
  const { userId } = actor
  const content = useView((view) => listRecentContent(view, userId), [userId])
  const opened = useLastOpened()
  const watched = useView((view) => listWatchedCharts(view, actor, opened), [actor, opened])
  const mayEdit = useMayEdit()
  const mayAsk = useMayAsk()
  const createDashboard = useCreateDashboard()
  const startQuestion = useStartQuestion()
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
      <DataAccessNotice />
      <GlancesProvider results={results} watched={watched}>
        {(failed) => (content.isEmpty ? <EmptyHome /> : <FullHome content={content} failed={failed} />)}
      </GlancesProvider>
    </>
  )
}

/** Home with its cards; first steps, problems and changes stand beside them where there is room. */
function FullHome({ content, failed }: { readonly content: RecentContent; readonly failed: readonly FailedChart[] }) {
  const steps = useFirstSteps()
  const changes = useChangesSinceVisit()
  const problems = useProblems(failed)
  const hasAside = steps !== null || changes.length > 0 || problems.length > 0
  return (
    <div
      className={classNames(
        'grid w-full grid-rows-[auto_1fr] gap-x-6 gap-y-7 page-sides py-5 max-md:py-3',
        hasAside ? 'max-w-[1400px] @min-[64rem]:grid-cols-[minmax(0,1fr)_312px]' : 'max-w-[1240px]',
      )}
    >
      {content.favourites.length > 0 && (
        <Section title="Favourites">
          <Cards>
            {content.favourites.map((favourite) => (
              <FavouriteCard key={favourite.thing.id} favourite={favourite} />
            ))}
          </Cards>
        </Section>
      )}
      {hasAside && (
        <div className="flex min-w-0 flex-col gap-6 @min-[64rem]:col-start-2 @min-[64rem]:row-span-2 @min-[64rem]:row-start-1">
          {steps !== null && <FirstSteps {...steps} />}
          {problems.length > 0 && (
            <Section title="What failed">
              <ProblemRows problems={problems} />
            </Section>
          )}
          {changes.length > 0 && (
            <Section title="Since your last visit">
              <ChangedRows changes={changes} />
            </Section>
          )}
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-7">
        <Contents content={content} />
      </div>
    </div>
  )
}

function Contents({
  content: { favourites, dashboards, charts, hasCharts, datasets },
}: {
  readonly content: RecentContent
}) {
  const mayEdit = useMayEdit()
  const createDashboard = useCreateDashboard()
  const startQuestion = useStartQuestion()
  const hasFavourite = (kind: string) => favourites.some((favourite) => favourite.kind === kind)
  return (
    <>
      {(dashboards.length > 0 || !hasFavourite('dashboard')) && (
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
            <Cards>
              {dashboards.map((dashboard) => (
                <DashboardCard key={dashboard.id} dashboard={dashboard} />
              ))}
            </Cards>
          )}
        </Section>
      )}
      {(charts.length > 0 || !hasCharts) && (
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
            <Cards>
              {charts.map((chart) => (
                <ChartCard key={chart.id} chart={chart} />
              ))}
            </Cards>
          )}
        </Section>
      )}
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
    </>
  )
}

/** A workspace with nothing in it: the ways to begin, or who can. */
function EmptyHome() {
  const actor = useActor()
  const mutate = useMutate()
  const steps = useFirstSteps()
  const sample = useView(listSampleInTrash, [])
  const [isConnecting, setConnecting] = useState(false)
  const mayUpload = isAllowed(actor, { do: 'upload-data' })
  const mayConnect = isAllowed(actor, { do: 'manage-connections' })
  if (!mayUpload) {
    return (
      <EmptyState
        icon={House}
        title="Nothing here yet"
        text="Dashboards and charts appear here when an editor makes them."
        className="flex-1"
      />
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-[920px] flex-col gap-6 page-sides py-10 max-md:py-5">
      <div>
        <h2 className="text-number">Bring your first numbers</h2>
        <p className="mt-1 text-muted">Ask them a question; its answer becomes a chart, and charts make a dashboard.</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] gap-3">
        <Way icon={Plus} title="Drop a file" text="CSV, Excel, Parquet, JSON or SQLite, anywhere on this window.">
          <AddDataButton />
        </Way>
        {mayConnect && (
          <Way
            icon={Database}
            title="Connect a database"
            text="PostgreSQL, MySQL, MariaDB, ClickHouse or SQLite; it is only read."
          >
            <Button onClick={() => setConnecting(true)}>Connect</Button>
          </Way>
        )}
        {sample !== null && (
          <Way icon={Sparkles} title="Look at the sample" text="A dashboard with charts and data of the real world.">
            <Button onClick={() => void restoreSample(mutate, sample, newId()).catch(reportProblem)}>
              Bring it back
            </Button>
          </Way>
        )}
      </ul>
      {steps !== null && <FirstSteps {...steps} />}
      <ConnectionDialog open={isConnecting} onOpenChange={setConnecting} connection={null} onSaved={openMade} />
    </div>
  )
}

interface WayProps {
  readonly icon: typeof House
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** One of the ways to begin. */
function Way({ icon: Icon, title, text, children }: WayProps) {
  return (
    <li className="flex flex-col items-start gap-3 rounded-tile border border-line bg-surface p-4 shadow-tile">
      <Icon aria-hidden className="text-muted" />
      <span className="flex-1">
        <span className="block text-tile">{title}</span>
        <span className="mt-0.5 block text-muted">{text}</span>
      </span>
      {children}
    </li>
  )
}

function Cards({ children }: { readonly children: ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-3">{children}</ul>
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
      {datasets.map((dataset) => (
        <li key={dataset.id}>
          <AppLink
            href={`/data/${dataset.id}`}
            className="flex min-h-10 items-center gap-3 px-3.5 py-2 -outline-offset-2! transition-colors hover:bg-hover"
          >
            <Database aria-hidden className="text-muted" />
            <span className="min-w-0 flex-1 truncate font-medium">{dataset.name}</span>
            <span className="tabular w-28 text-right text-muted">
              {dataset.ownRows === undefined && plural(locale, dataset.rowCount, 'row')}
            </span>
            <span className="tabular w-24 text-right text-muted max-md:hidden">
              {plural(locale, dataset.columns.length, 'column')}
            </span>
            <span className="tabular w-20 text-right text-muted max-md:hidden">
              {/* Not told to everybody. */}
              {dataset.sizeBytes > 0 && formatSize(dataset.sizeBytes, locale)}
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
