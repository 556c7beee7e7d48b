'use client'

import { ChartNoAxesCombined, Split, Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cutText } from '@tidemark/shared/base/plain-text'
import { orderBetween } from '@tidemark/shared/base/order'
import { textHash } from '@tidemark/shared/base/text-hash'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { chartIdSchema, maxChartName, type BuilderChart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { Exploration } from '@tidemark/shared/exploration/exploration'
import { columnsBehind, readingWords } from '@tidemark/shared/exploration/columns-behind'
import {
  comparedColumns,
  followSteps,
  type FollowContext,
  type TrailPoint,
} from '@tidemark/shared/exploration/follow-steps'
import { periodsOfMark } from '@tidemark/shared/exploration/mark-periods'
import { measuredMark, reasonAgainst } from '@tidemark/shared/exploration/question-of-mark'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useAsked } from '@/client/results/use-asked'
import { useActor } from '@/client/workspace/workspace-client'
import { ResultPanel } from '@/features/chart-editor/result/result-panel'
import { useQuestionRun } from '@/features/chart-editor/result/use-question-run'
import { useResultView } from '@/features/chart-editor/result/use-result-view'
import { useResultWidth } from '@/features/chart-editor/result/use-result-width'
import { useDefined } from '@/features/charts/follow/use-defined'
import { takeStep } from '@/features/charts/follow/use-follow'
import { TrailContext } from '@/features/charts/follow/trail-context'
import { askTogether, RunFailure } from '@/features/charts/run-failure'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { TopBar } from '@/features/page/top-bar'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { lazyComponent } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { ComparisonTable } from './comparison-table'
import { KeepTrail } from './keep-trail'
import { TrailSteps } from './trail-steps'

const BreakOutDialog = lazyComponent(() => import('@/features/charts/follow/break-out-dialog'))
const ExplainDialog = lazyComponent(() => import('@/features/charts/follow/explain-dialog'))

/** The last question of a trail with its answer, and the steps that led to it. */
export function FollowedTrail({ exploration }: { readonly exploration: Exploration }) {
  const { locale } = usePageEnvironment()
  const { weekStart } = useWorkspaceTime()
  const { columns, problem, retry } = useSourceColumns(exploration)
  const trail = useMemo(
    () => columns && followSteps(exploration, { sourceColumns: columns, weekStart, locale }),
    [exploration, columns, weekStart, locale],
  )
  const last = trail?.points.at(-1)
  if (trail === null || last === undefined) {
    return (
      <>
        <TopBar icon={Waypoints} title={exploration.name} />
        <div className="page-sides py-5">
          {problem === null ? <Skeleton className="h-60" /> : <RunFailure problem={problem} onRetry={retry} />}
        </div>
      </>
    )
  }
  // What could not be followed is no part of what comes next.
  const followed = { ...exploration, steps: exploration.steps.slice(0, trail.points.length - 1) }
  return (
    <TrailContext value={followed}>
      <PointView
        key={JSON.stringify(last.question)}
        exploration={followed}
        points={trail.points}
        left={trail.left}
        problem={trail.problem}
        context={{ sourceColumns: columns ?? [], weekStart, locale }}
      />
    </TrailContext>
  )
}

interface PointViewProps {
  readonly exploration: Exploration
  readonly points: readonly TrailPoint[]
  readonly left: readonly string[]
  readonly problem: string | null
  readonly context: FollowContext
}

function PointView({ exploration, points, left, problem, context }: PointViewProps) {
  const last = points.at(-1)
  const chart = useChart(exploration, last)
  const run = useQuestionRun(chart, undefined)
  const [view, setView] = useResultView(chart.visual.type)
  const firstWidthPx = useResultWidth({ hasProperties: false })
  const compared = comparedColumns(chart.query.question)
  const shown = run.shown?.result ?? null
  return (
    <div className="flex min-h-0 flex-col max-md:shrink-0 max-md:grow md:h-dvh print:h-auto">
      <TopBar icon={Waypoints} title={exploration.name} actions={<KeepTrail chart={chart} />} />
      <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface px-4 py-2 max-md:px-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <TrailSteps exploration={exploration} points={points} context={context} />
          </div>
          {last !== undefined && <BreakOut exploration={exploration} point={last} chart={chart} />}
        </div>
        {left.length > 0 && (
          <Callout tone="warn" title="Not all filters could be kept">
            A question has no condition like that on {left.map((column) => `“${column}”`).join(', ')}.
          </Callout>
        )}
        {problem !== null && (
          <Callout tone="bad" title="The next step cannot be followed">
            {problem}
          </Callout>
        )}
      </div>
      {compared !== null && shown !== null && shown.rowCount > 0 && (
        <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-3 max-md:px-3">
          <ComparisonTable
            result={shown}
            groupCount={lastStage(chart.query.question).groups.length}
            columns={compared}
            format={chart.visual.format}
            goodDirection={chart.visual.goodDirection}
          />
          <ExplainStep exploration={exploration} points={points} context={context} />
        </div>
      )}
      <ResultPanel
        chart={chart}
        run={run}
        view={view}
        hasDatasets
        firstWidthPx={firstWidthPx}
        onViewChange={setView}
        onRun={run.refresh}
        onSuggest={null}
        isFixed
      />
    </div>
  )
}

/** The last question of a trail as a chart that is stored nowhere. */
function useChart({ query, name }: Exploration, point: TrailPoint | undefined): BuilderChart {
  const { userId } = useActor()
  return useMemo(() => {
    const question = point?.question ?? query.question
    const called = point === undefined || point.label === name ? name : `${name} · ${point.label}`
    return {
      // The answers of different questions are kept apart by it.
      id: chartIdSchema.parse(`explored-${textHash(JSON.stringify(question))}`),
      folderId: null,
      name: cutText(called, maxChartName),
      description: '',
      query: { ...query, question },
      visual: point?.visual ?? defaultVisual,
      order: orderBetween(null, null),
      deletedAt: null,
      createdAt: 0,
      createdBy: userId,
      updatedAt: 0,
      updatedBy: userId,
    }
  }, [query, name, point, userId])
}

interface BreakOutProps {
  readonly exploration: Exploration
  readonly point: TrailPoint
  readonly chart: BuilderChart
}

/** Breaks out all rows of the last question by another column. */
function BreakOut({ exploration, point, chart }: BreakOutProps) {
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')
  const query = useDefined(chart.query)
  const whole = measuredMark(point.question, noFilters)
  if (query === null || !whole.ok || reasonAgainst(whole.value.question, whole.value.mark) !== null) return null
  return (
    <>
      <Button icon={Split} size="sm" onClick={() => setOpened('open')}>
        Break out by…
      </Button>
      {opened !== 'never' && (
        <BreakOutDialog
          query={query}
          mark={noFilters}
          filters={noFilters}
          timeZone={chart.visual.timeZone ?? undefined}
          format={chart.visual.format}
          label={chart.name}
          open={opened === 'open'}
          onOpenChange={(next) => setOpened(next ? 'open' : 'closed')}
          onColumn={(column) => takeStep(exploration, { kind: 'break-out', mark: [], column })}
        />
      )}
    </>
  )
}

/** Explains the change that the last comparison of the trail shows. */
function ExplainStep({ exploration, points, context }: Pick<PointViewProps, 'exploration' | 'points' | 'context'>) {
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never')
  const at = exploration.steps.findLastIndex(({ kind }) => kind === 'compare')
  const step = exploration.steps[at]
  const from = points[at]
  const base = useMemo<BuilderQuery>(
    () => ({ ...exploration.query, question: from?.question ?? exploration.query.question }),
    [exploration.query, from],
  )
  const query = useDefined(base)
  const compared = points[at + 1]
  const now = (compared && comparedColumns(compared.question)?.now) ?? ''
  const measured = query && step ? measuredMark(query.question, step.mark) : null
  if (query === null || from === undefined || measured?.ok !== true) return null
  const { question, mark } = measured.value
  const periods = periodsOfMark(question, mark, context.weekStart)
  if (periods === null) return null
  return (
    <>
      <Button icon={ChartNoAxesCombined} size="sm" className="self-start" onClick={() => setOpened('open')}>
        Explain the change
      </Button>
      {opened !== 'never' && (
        <ExplainDialog
          query={{ ...query, question }}
          periods={periods}
          drawn={noFilters}
          measure={step?.kind === 'compare' ? step.measure : null}
          filters={noFilters}
          timeZone={from.visual.timeZone ?? undefined}
          format={from.visual.format}
          label={`${exploration.name} · ${now}`}
          visual={from.visual}
          folderId={null}
          filtersOf={null}
          open={opened === 'open'}
          onOpenChange={(next) => setOpened(next ? 'open' : 'closed')}
          isAllowed
        />
      )}
    </>
  )
}

const noFilters: readonly never[] = []

/** Reads the columns of the source that filters of a dashboard may name; without filters nobody asks for them. */
function useSourceColumns({ query, filters }: Exploration) {
  const isNeeded = filters.length > 0
  const { source, unions, joins } = query.question
  const key = JSON.stringify([query.connectionId, source, unions, joins])
  const { answer, retry } = useAsked(
    key,
    isNeeded ? (signal) => columnsBehind(query, askTogether(signal, readingWords)) : null,
  )
  const isFailed = answer !== undefined && 'problem' in answer
  return {
    columns: isNeeded ? (answer === undefined || isFailed ? null : answer.sourceColumns) : noFilters,
    problem: isFailed ? answer.problem : null,
    retry,
  }
}
