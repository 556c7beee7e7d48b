'use client'

import { use } from 'react'
import { cutText } from '@tidemark/shared/base/plain-text'
import { stagesOf } from '@tidemark/shared/builder/stages/question-stages'
import { maxChartName } from '@tidemark/shared/charts/chart'
import {
  drawnVisual,
  explorationHref,
  type Exploration,
  type ExplorationStep,
} from '@tidemark/shared/exploration/exploration'
import { followStep, zoomGrain } from '@tidemark/shared/exploration/follow-steps'
import { periodsOfMark } from '@tidemark/shared/exploration/mark-periods'
import { measuredMark } from '@tidemark/shared/exploration/question-of-mark'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { usePageEnvironment } from '@/client/page/page-environment'
import { navigate } from '@/client/page/navigation'
import { toast } from '@/ui/popups/toaster'
import type { MarkMenuSource } from '../mark-menu-source'
import { measuresOfMark, rowsAsked, type ChosenMark } from '../mark-rows'
import { useWorkspaceTime } from '../use-workspace-time'
import { TrailContext } from './trail-context'
import { useNextLevels } from './use-next-levels'

/** A step that a mark offers. reason: why it cannot be taken. */
interface OfferedStep {
  readonly label: string
  readonly reason: string | null
  readonly follow: () => void
}

/** The ways on from a mark. mark: its conditions on what the question groups by. */
export interface OfferedSteps {
  readonly mark: readonly ResultFilter[]
  /** The next grain of time, and the next levels of hierarchies. */
  readonly zooms: readonly OfferedStep[]
  readonly compare: OfferedStep | null
  readonly breakOut: { readonly reason: string | null }
  readonly take: (step: ExplorationStep) => void
}

/** Returns the steps that lead on from a mark of a question; null for SQL and for lists of rows, which have none. */
export function useFollow(source: MarkMenuSource & { readonly mark: ChosenMark }): OfferedSteps | null {
  const { query, visual, mark } = source
  const { locale } = usePageEnvironment()
  const { weekStart } = useWorkspaceTime()
  const take = useTakeStep(source)
  const conditions = query.kind === 'sql' ? null : rowsAsked(query, mark)
  const levels = useNextLevels(query, conditions)
  if (query.kind === 'sql' || stagesOf(query.question).every((stage) => stage.question.measures.length === 0))
    return null
  if (conditions === null) return null
  const { question } = query
  const offered = (label: string, step: ExplorationStep): OfferedStep => {
    const next = followStep({ question, visual }, step, { sourceColumns: [], weekStart, locale })
    return { label, reason: next.ok ? null : next.error, follow: () => take(step) }
  }
  const measured = measuredMark(question, conditions)
  const grain = zoomGrain(question, conditions)
  const periods = measured.ok ? periodsOfMark(measured.value.question, measured.value.mark, weekStart) : null
  const [first] = measuresOfMark(query, visual, mark)
  const measure = first?.measure.id ?? null
  // Any column will do to see if it can be broken out at all.
  const column = { join: null, name: 'any', type: 'text', databaseType: '' } as const
  return {
    mark: conditions,
    zooms: [
      ...(grain === null ? [] : [offered(`Zoom in to ${grain}s`, { kind: 'zoom', mark: [...conditions] })]),
      ...levels.map(({ column: level }) =>
        offered(`Zoom in to ${level.name}`, { kind: 'zoom', mark: [...conditions], column: level }),
      ),
    ],
    compare:
      periods &&
      offered(`Compare with the ${periods.unit} before`, { kind: 'compare', mark: [...conditions], measure }),
    breakOut: offered('', { kind: 'break-out', mark: [...conditions], column }),
    take,
  }
}

/** Returns a function that takes a step: it goes on with the trail of the page, or begins one. */
function useTakeStep({ name, query, visual, itemOf }: MarkMenuSource): (step: ExplorationStep) => void {
  const trail = use(TrailContext)
  return (step) => {
    if (query.kind === 'sql') return
    const begun: Exploration = trail ?? {
      name: cutText(name, maxChartName),
      query,
      visual: drawnVisual(visual),
      filters: itemOf().filters ?? [],
      steps: [],
    }
    takeStep(begun, step)
  }
}

/** Goes on to the next step of an exploration. */
export function takeStep(exploration: Exploration, step: ExplorationStep): void {
  const href = explorationHref({ ...exploration, steps: [...exploration.steps, step] })
  if (href.ok) navigate(href.value)
  else toast('This step cannot be followed', { description: href.error })
}
