'use client'

import { Redo2, Undo2 } from 'lucide-react'
import { useMayEdit } from '@/client/use-may-edit'
import { useUndo } from '@/client/use-undo'
import { IconButton } from '@/ui/icon-button'
import { reportProblem } from './report-problem'

/** Takes back what this person did last in this tab, and makes it again. */
export function UndoButtons() {
  const { undo, redo, undoLabel, redoLabel } = useUndo()
  const mayEdit = useMayEdit()
  if (!mayEdit) return null
  return (
    <div className="flex items-center max-lg:hidden">
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
