import type { LucideIcon } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import type { UndoStep } from '@/client/undo/undo-stack'
import { AppLink } from '@/client/page/navigation'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button, buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { reportProblem } from '../messages/report-problem'
import { TopBar } from './top-bar'
import { useUndoSteps } from '../commands/use-undo-steps'

interface NothingHereProps {
  readonly icon: LucideIcon
  readonly noun: 'dashboard' | 'chart'
  readonly id: string
  /** True if this page has shown it. */
  readonly wasHere: boolean
  /** Notices on remaining drafts of it. */
  readonly children: ReactNode
}

/** The page of a dashboard or chart that does not exist: the likely reason, and what to do. */
export function NothingHere({ icon, noun, id, wasHere, children }: NothingHereProps) {
  const isTeam = useTeamSession() !== null
  const { undoStack } = useSyncClient()
  const { redoOne } = useUndoSteps()
  const fateNow = () => undoStack.fateOf(`${noun}/${id}`)
  const fate = useSyncExternalStore(undoStack.subscribe, fateNow, fateNow)
  const { title, text } = wordsFor(noun, fate, wasHere, isTeam)
  return (
    <>
      <TopBar icon={icon} title={noun === 'dashboard' ? 'Dashboard not found' : 'Chart not found'} />
      {children}
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          typeof fate === 'object' ? (
            <Button variant="primary" onClick={() => void redoOne(fate).catch(reportProblem)}>
              Redo
            </Button>
          ) : (
            <AppLink href="/" className={buttonClass({ variant: 'primary' })}>
              Go home
            </AppLink>
          )
        }
        className="flex-1"
      />
    </>
  )
}

function wordsFor(
  noun: NothingHereProps['noun'],
  fate: UndoStep | 'taken-back' | undefined,
  wasHere: boolean,
  isTeam: boolean,
): { readonly title: string; readonly text: string } {
  if (typeof fate === 'object')
    return { title: `Undone: ${fate.label}`, text: `The ${noun} is gone again. Redo brings it back.` }
  if (fate === 'taken-back')
    return {
      title: `This ${noun} was undone`,
      text: 'Something else was changed since, so it can no longer be redone.',
    }
  if (wasHere)
    return {
      title: `This ${noun} is no longer here`,
      text: isTeam
        ? 'It was permanently deleted, or undone by whoever made it, or you no longer have access to its folder.'
        : 'It was permanently deleted or undone, perhaps in another tab.',
    }
  return {
    title: `There is no ${noun} at this address`,
    text: isTeam
      ? 'It was permanently deleted, it is in a folder you cannot see, or the link is mistyped.'
      : 'It was permanently deleted, or the link is mistyped.',
  }
}
