'use client'

import { MessageCircleQuestion, FilePlus2 } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { isBuilderChart, isSqlChart, type Chart } from '@tidemark/shared/charts/chart'
import { ChangeTargetContext } from '@/client/workspace/change-target'
import { AppLink } from '@/client/page/navigation'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { BuilderEditor } from '@/features/chart-editor/builder-editor'
import { ChartEditor } from '@/features/chart-editor/chart-editor'
import { useOwnUndoCommands } from '@/features/commands/use-own-undo'
import { TopBar } from '@/features/page/top-bar'
import { buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { useBeginQuestion, useQuestionDraft } from '../content/use-question-draft'
import { PageMenu } from '@/features/page/page-menu'
import { UndoButtons } from '@/features/page/undo-buttons'
import { IconButton } from '@/ui/buttons/icon-button'
import { SaveQuestion } from './save-question'

/**
 * The page for questions that create nothing for others: the chart editors, on a chart that this browser alone keeps.
 */
export function AskPage() {
  const mayAsk = useMayAsk()
  if (mayAsk) return <OwnQuestion />
  return (
    <>
      <TopBar icon={MessageCircleQuestion} title="Ask" />
      <EmptyState
        icon={MessageCircleQuestion}
        title="Your role looks at answers"
        text="Explorers ask questions of their own. An admin of this workspace can make you one."
        action={
          <AppLink href="/" className={buttonClass({})}>
            Go home
          </AppLink>
        }
        className="flex-1"
      />
    </>
  )
}

function OwnQuestion() {
  const draft = useQuestionDraft()
  const begin = useBeginQuestion()
  // What this browser keeps is read once the page is there.
  const chart = useSyncExternalStore(draft.subscribe, draft.getChart, () => null)
  useEffect(() => {
    if (draft.getChart() === null) begin({}, 'New question')
  })
  return (
    <ChangeTargetContext value={draft}>
      <OwnCommands />
      {chart === null ? (
        <TopBar icon={MessageCircleQuestion} title="Ask" />
      ) : (
        <QuestionEditor key={chart.id} chart={chart} />
      )}
    </ChangeTargetContext>
  )
}

function QuestionEditor({ chart }: { readonly chart: Chart }) {
  const topBar = <AskTopBar chart={chart} />
  if (isBuilderChart(chart)) return <BuilderEditor chart={chart} result={undefined} topBar={topBar} />
  return isSqlChart(chart) ? <ChartEditor chart={chart} result={undefined} topBar={topBar} /> : null
}

function OwnCommands() {
  useOwnUndoCommands('question')
  return null
}

/** That nobody else sees the question, its undo, a new one, and what saving it takes. */
function AskTopBar({ chart }: { readonly chart: Chart }) {
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
