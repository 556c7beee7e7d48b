'use client'

import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isBuilderChart, isSqlChart } from '@tidemark/shared/charts/chart'
import { ChangeTargetContext } from '@/client/workspace/change-target'
import { AppLink } from '@/client/page/navigation'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { BuilderEditor } from '@/features/chart-editor/builder-editor'
import { ChartEditor } from '@/features/chart-editor/chart-editor'
import { useOwnUndoCommands } from '@/features/commands/use-own-undo'
import { TopBar } from '@/features/page/top-bar'
import { buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import type { OwnQuestion } from '../content/question-draft'
import { useBeginQuestion, useQuestionDraft } from '../content/use-question-draft'
import { AskTopBar } from './ask-top-bar'

/**
 * The page for questions that create nothing for others: the chart editors, on a chart that only this browser stores.
 */
export function AskPage() {
  const mayAsk = useMayAsk()
  if (mayAsk) return <OwnQuestion />
  return (
    <>
      <TopBar icon={MessageCircleQuestion} title="Ask" />
      <EmptyState
        icon={MessageCircleQuestion}
        title="Your role can only view results"
        text="Explorers can ask their own questions. An admin of this workspace can make you one."
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
  // Local storage is read only after hydration.
  const question = useSyncExternalStore(draft.subscribe, draft.getQuestion, () => null)
  const [wantsSqlOf, setWantsSqlOf] = useState<string | null>(null)
  useEffect(() => {
    if (draft.getQuestion() === null) begin()
  })
  return (
    <ChangeTargetContext value={draft}>
      <OwnCommands />
      {question === null ? (
        <TopBar icon={MessageCircleQuestion} title="Ask" />
      ) : (
        <QuestionEditor
          key={question.chart.id}
          question={question}
          wantsSql={wantsSqlOf === question.chart.id}
          onSql={() => setWantsSqlOf(question.chart.id)}
        />
      )}
    </ChangeTargetContext>
  )
}

interface QuestionEditorProps {
  readonly question: OwnQuestion
  /** True if the person has just chosen SQL and continues by writing it. */
  readonly wantsSql: boolean
  readonly onSql: () => void
}

function QuestionEditor({ question, wantsSql, onSql }: QuestionEditorProps) {
  const { chart } = question
  const topBar = <AskTopBar question={question} />
  if (isBuilderChart(chart)) return <BuilderEditor chart={chart} result={undefined} topBar={topBar} onSql={onSql} />
  return isSqlChart(chart) ? (
    <ChartEditor chart={chart} result={undefined} topBar={topBar} startsFocused={wantsSql} />
  ) : null
}

function OwnCommands() {
  useOwnUndoCommands('question')
  return null
}
