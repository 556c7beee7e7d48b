'use client'

import { FilePlus2, MessageCircleQuestion, Redo2, Undo2 } from 'lucide-react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { useUndo } from '@/client/use-undo'
import { reportProblem } from '@/features/shell/report-problem'
import { TopBar } from '@/features/shell/top-bar'
import { IconButton } from '@/ui/icon-button'
import { SaveQuestion } from './save-question'
import { useBeginQuestion } from './use-question-draft'

/** That nobody else sees the question, its undo, a new one, and what saving it takes. */
export function AskTopBar({ chart }: { readonly chart: Chart }) {
  const { undo, redo, undoLabel, redoLabel } = useUndo()
  const begin = useBeginQuestion()
  return (
    <TopBar
      icon={MessageCircleQuestion}
      title="Ask"
      titleActions={<span className="truncate text-small text-muted max-lg:hidden">Kept on this machine only</span>}
      actions={
        <>
          <IconButton
            icon={Undo2}
            label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
            shortcut="mod+z"
            disabled={undoLabel === null}
            onClick={() => void undo().catch(reportProblem)}
            className="max-sm:hidden"
          />
          <IconButton
            icon={Redo2}
            label={redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
            shortcut="mod+shift+z"
            disabled={redoLabel === null}
            onClick={() => void redo().catch(reportProblem)}
            className="max-sm:hidden"
          />
          <IconButton icon={FilePlus2} label="New question" onClick={() => begin({}, 'New question')} />
          <SaveQuestion chart={chart} />
        </>
      }
    />
  )
}
