'use client'

import { isJsonObject } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { UndoStep } from '@/client/undo/undo-stack'
import { useUndo } from '@/client/workspace/use-undo'
import { useSyncClient } from '@/client/workspace/workspace-client'
import type { ToastOptions } from '@/ui/popups/toast-request'
import { dismissToast, toast } from '@/ui/popups/toaster'
import { reportProblem } from '../messages/report-problem'

type Done = 'Undone' | 'Redone'
/**
 * One toast id per kind: a toast closes when its button is pressed, and would close a replacement with the same id too.
 */
const toastIds: Readonly<Record<Done, string>> = { Undone: 'step-undone', Redone: 'step-redone' }

/**
 * Undo and redo for keys, menus and buttons of the whole app: what the present page does not show is told in a toast,
 * with the way back.
 */
export function useUndoSteps() {
  const { undo, redo, undoLabel, redoLabel } = useUndo()
  const { views, redoStep } = useSyncClient()
  const undoLast = async () =>
    say(await undo(), 'Undone', { label: 'Redo', onClick: () => void redoLast().catch(reportProblem) })
  const redoLast = async () => sayRedone(await redo())
  const redoOne = async (step: UndoStep) => {
    await redoStep(step)
    sayRedone(step)
  }
  const sayRedone = (step: UndoStep | null) =>
    say(step, 'Redone', { label: 'Undo', onClick: () => void undoLast().catch(reportProblem) })
  const say = (step: UndoStep | null, done: Done, action: ToastOptions['action']): void => {
    if (step === null) return
    // The button of an earlier toast would act on another step.
    dismissToast(toastIds[done === 'Undone' ? 'Redone' : 'Undone'])
    if (isInSight(step, window.location.pathname)) return dismissToast(toastIds[done])
    toast(`${done}: ${step.label}`, {
      id: toastIds[done],
      description: nameOfThing(views.getState().view, inOrderMade(step, done)),
      action,
    })
  }
  return { undo: undoLast, redo: redoLast, redoOne, undoLabel, redoLabel }
}

/** Returns the step with its changes in the order in which they were made: the first one names its thing. */
function inOrderMade(step: UndoStep, done: Done): UndoStep {
  return done === 'Redone' ? step : { ...step, changes: step.changes.toReversed() }
}

/** Returns true if the page shows one of the things that a step changed. */
export function isInSight({ changes }: Pick<UndoStep, 'changes'>, pathname: string): boolean {
  const ids = new Set(pathname.split('/'))
  const isOfPage = (keyIds: readonly string[]) => keyIds.some((id) => ids.has(id))
  const changed = changes.map(({ key, restored }) => ({ keyIds: key.split('/').slice(1), isGone: restored === null }))
  // If the page's own thing is gone, such as a dashboard just created, the page no longer shows it.
  if (changed.some(({ keyIds, isGone }) => isGone && keyIds.length === 1 && isOfPage(keyIds))) return false
  return changed.some(({ keyIds }) => isOfPage(keyIds))
}

/**
 * Returns the quoted name of a step's thing; for a tile, tab or filter its dashboard's. undefined if it is gone, or is
 * in the label.
 */
export function nameOfThing(
  view: EntryView,
  { label, changes }: Pick<UndoStep, 'label' | 'changes'>,
): string | undefined {
  for (const { key } of changes) {
    const [concept = '', id = ''] = key.split('/')
    const entry = view.get(`${partsOfDashboard.has(concept) ? 'dashboard' : concept}/${id}`)
    const name = isJsonObject(entry) ? entry['name'] : undefined
    if (typeof name === 'string' && name !== '') return label.includes(name) ? undefined : `“${name}”`
  }
  return undefined
}

const partsOfDashboard: ReadonlySet<string> = new Set(['tab', 'tile', 'filter'])
