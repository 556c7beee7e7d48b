'use client'

import { FilePlus2, MessageCircleQuestion } from 'lucide-react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { PageMenu } from '@/features/page/page-menu'
import { TopBar } from '@/features/page/top-bar'
import { UndoButtons } from '@/features/page/undo-buttons'
import { IconButton } from '@/ui/buttons/icon-button'
import { SaveQuestion } from './save-question'
import { useBeginQuestion } from '../content/use-question-draft'

/** That nobody else sees the question, its undo, a new one, and what saving it takes. */
export function AskTopBar({ chart }: { readonly chart: Chart }) {
  const begin = useBeginQuestion()
  return (
    <TopBar
      icon={MessageCircleQuestion}
      title="Ask"
      titleActions={<span className="truncate text-small text-muted max-lg:hidden">Kept on this machine only</span>}
      actions={
        <>
          <UndoButtons className="max-sm:hidden" />
          <PageMenu kind="question" id={chart.id} mayEdit className="sm:hidden" />
          <IconButton icon={FilePlus2} label="New question" onClick={() => begin({}, 'New question')} />
          <SaveQuestion chart={chart} />
        </>
      }
    />
  )
}
