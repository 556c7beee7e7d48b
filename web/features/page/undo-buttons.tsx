'use client'

import { Redo2, Undo2 } from 'lucide-react'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { reportProblem } from '../messages/report-problem'
import { useUndoSteps } from '../commands/use-undo-steps'

/**
 * The buttons that undo and redo this person's last change in this tab. className: hides them where there is no room.
 */
export function UndoButtons({ className }: { readonly className: string }) {
  const { undo, redo, undoLabel, redoLabel } = useUndoSteps()
  return (
    <div className={classNames('flex items-center', className)}>
      <IconButton
        icon={Undo2}
        label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
        shortcut="mod+z"
        disabled={undoLabel === null}
        onClick={() => void undo().catch(reportProblem)}
      />
      <IconButton
        icon={Redo2}
        label={redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
        shortcut="mod+shift+z"
        disabled={redoLabel === null}
        onClick={() => void redo().catch(reportProblem)}
      />
    </div>
  )
}
