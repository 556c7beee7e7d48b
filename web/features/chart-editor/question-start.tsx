'use client'

import { Blocks } from 'lucide-react'
import type { ReactNode } from 'react'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import { usePageStep } from '@/client/undo/page-step'
import { EmptyState } from '@/ui/empty-state'
import { QuestionTables } from '../builder/question-tables'
import { UnreadTables } from '../builder/unread-tables'
import { useBuilderTables } from '../data/use-builder-tables'
import { ModelBreaks } from '../models/model-breaks'
import { useModelGuard } from '../models/use-model-edit'
import { AskWith } from './ask-with'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { TrashedNotice } from './trashed-notice'

interface QuestionStartProps {
  readonly chart: SqlChart
  /** Replaces the default top bar of a workspace's charts. */
  readonly topBar?: ReactNode
  /** Called when its first table was chosen. */
  readonly onStart: (question: Question) => void
  readonly onSql: () => void
}

/** The empty builder for a chart that still has its SQL, until a question replaces it. */
export function QuestionStart({ chart, topBar, onStart, onSql }: QuestionStartProps) {
  const { connectionId } = chart.query
  const tables = useBuilderTables(connectionId)
  const model = useModelGuard(chart, tables.tables)
  usePageStep('Ask with the builder', onSql)
  return (
    <div className="flex min-h-0 flex-col max-md:shrink-0 max-md:grow md:h-dvh print:h-auto">
      {topBar ?? <ChartEditorTopBar chart={chart} />}
      {chart.deletedAt !== null && <TrashedNotice chart={chart} />}
      <div className="flex h-12 shrink-0 items-center border-b border-line bg-surface px-4 max-md:px-3 touch:h-14 print:hidden">
        <AskWith value="builder" onChange={(kind) => kind === 'sql' && onSql()} />
      </div>
      <UnreadTables failure={tables.failure} />
      <div className="shrink-0 border-b border-line bg-surface">
        <QuestionTables
          {...tables}
          connectionId={connectionId}
          question={emptyQuestion}
          onChange={(_, parts) => {
            const question = { ...emptyQuestion, ...parts }
            const query = { kind: 'builder', connectionId, question } as const
            model.guard({ ...chart, query }, () => onStart(question))
          }}
        />
      </div>
      <EmptyState
        icon={Blocks}
        title="Ask without SQL"
        text="Choose a table above. It replaces this chart’s SQL, which stays until then."
        className="flex-1"
      />
      <ModelBreaks change={model.breaking} onClose={model.close} />
    </div>
  )
}
