'use client'

import {
  Check,
  Database,
  LayoutDashboard,
  ListFilter,
  MessageCircleQuestion,
  Star,
  UserPlus,
  X,
  type LucideIcon,
} from 'lucide-react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { mayManageMembers } from '@tidemark/shared/members/member-rules'
import { navigate } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { IconButton } from '@/ui/buttons/icon-button'
import { classNames } from '@/ui/class-names'
import { useCreateDashboard } from '../content/use-create'
import { useStartQuestion } from '../content/use-start-question'
import { chooseData } from '../data/uploads/choose-data'
import { useMemberNames } from '../members/use-member-names'
import { reportProblem } from '../messages/report-problem'
import { useHasChosen } from '@/client/workspace/use-kept-choices'
import { useLastOpened } from '../preferences/shell-preferences-context'
import { listFirstSteps, listReadersSteps } from './list-first-steps'
import { useStepsDismissed } from './use-home-state'

interface Step {
  readonly title: string
  readonly icon: LucideIcon
  readonly isDone: boolean
  readonly start: () => void
}

interface StepList {
  readonly steps: readonly Step[]
  readonly dismiss: () => void
}

/**
 * Returns the first steps of a person: with which a workspace begins for those who may edit, else to find one's way; null
 * once they are taken, or after the list was put away.
 */
export function useFirstSteps(): StepList | null {
  const mayEdit = isAllowed(useActor(), { do: 'edit-content' })
  const ofEditors = useEditorsSteps(mayEdit)
  const ofReaders = useReadersSteps(!mayEdit)
  return mayEdit ? ofEditors : ofReaders
}

/** The steps of people who read: open a dashboard, filter one, keep one at hand. Each is taken in this browser. */
function useReadersSteps(isTheirs: boolean): StepList | null {
  const { userId } = useActor()
  const { boardId, filteredId, hasStar } = useView((view) => listReadersSteps(view, userId), [userId])
  const opened = useLastOpened()
  const hasFiltered = useHasChosen('/dashboards/')
  const [isDismissed, dismiss] = useStepsDismissed()
  if (!isTheirs || isDismissed || boardId === null) return null
  const lastOpened = opened.find((key) => key.startsWith('dashboard/'))
  const open = (id: string) => navigate(`/dashboards/${id}`)
  const steps: readonly Step[] = [
    {
      title: 'Open a dashboard',
      icon: LayoutDashboard,
      isDone: lastOpened !== undefined,
      start: () => open(boardId),
    },
    ...(filteredId === null
      ? []
      : [{ title: 'Try a filter', icon: ListFilter, isDone: hasFiltered, start: () => open(filteredId) }]),
    {
      title: 'Star what you come back to',
      icon: Star,
      isDone: hasStar,
      start: () => open(lastOpened?.slice('dashboard/'.length) ?? boardId),
    },
  ]
  return steps.every(({ isDone }) => isDone) ? null : { steps, dismiss }
}

/** The steps with which a workspace begins, until there are own data, a chart and a dashboard. */
function useEditorsSteps(isTheirs: boolean): StepList | null {
  const actor = useActor()
  const team = useTeamSession()
  const { hasData, hasChart, hasDashboard } = useView(listFirstSteps, [])
  const memberCount = useMemberNames().size
  const [isDismissed, dismiss] = useStepsDismissed()
  const startQuestion = useStartQuestion()
  const createDashboard = useCreateDashboard()
  const mayInvite = team !== null && mayManageMembers(actor.role)
  // The members are fetched after the page has come: an invite alone, which may be open or not, must not move the page.
  const areDone = hasData && hasChart && hasDashboard
  if (isDismissed || areDone || !isTheirs) return null
  const steps: readonly Step[] = [
    { title: 'Add your data', icon: Database, isDone: hasData, start: chooseData },
    { title: 'Ask a first question', icon: MessageCircleQuestion, isDone: hasChart, start: () => startQuestion() },
    {
      title: 'Make a first dashboard',
      icon: LayoutDashboard,
      isDone: hasDashboard,
      start: () => void createDashboard(null).catch(reportProblem),
    },
    ...(mayInvite
      ? [
          {
            title: 'Invite somebody',
            icon: UserPlus,
            isDone: memberCount > 1,
            start: () => navigate('/settings/members'),
          },
        ]
      : []),
  ]
  return { steps, dismiss }
}

export function FirstSteps({ steps, dismiss }: StepList) {
  const doneCount = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-label="First steps" className="rounded-tile border border-line bg-surface p-1.5 shadow-tile">
      <div className="flex h-8 items-center gap-2 pr-0.5 pl-2">
        <h2 className="min-w-0 flex-1 text-tile">First steps</h2>
        <span className="tabular text-small text-muted">
          {doneCount} of {steps.length}
        </span>
        <IconButton icon={X} label="Put the first steps away" size="sm" onClick={dismiss} />
      </div>
      <ol>
        {steps.map(({ title, icon: Icon, isDone, start }) => (
          <li key={title}>
            <button
              type="button"
              onClick={start}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-row px-2 text-left transition-colors hover:bg-hover touch:min-h-11"
            >
              <span
                className={classNames(
                  'flex size-5 shrink-0 items-center justify-center rounded-full border',
                  isDone ? 'border-transparent bg-accent-soft text-accent' : 'border-line-strong text-transparent',
                )}
              >
                <Check aria-hidden className="size-3!" />
              </span>
              <span className={classNames('min-w-0 flex-1', isDone ? 'text-muted line-through' : 'font-medium')}>
                {title}
                {isDone && <span className="sr-only">, done</span>}
              </span>
              {title === next?.title && <Icon aria-hidden className="text-accent" />}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
