'use client'

import { Blocks } from 'lucide-react'
import type { ReactNode } from 'react'
import { emptyQuestion, type Question } from '@tidemark/shared/builder/question'
import type { SqlChart } from '@tidemark/shared/charts/chart'
import { usePageStep } from '@/client/undo/page-step'
import { AskWith } from './ask-with'
import { ChartEditorTopBar } from './chart-editor-top-bar'
import { TrashedNotice } from './trashed-notice'
import { EmptyState } from '@/ui/empty-state'
import { QuestionTables } from '../builder/question-tables'
import { UnreadTables } from '../builder/unread-tables'
import { useBuilderTables } from '../builder/use-builder-tables'

interface QuestionStartProps {
  readonly chart: SqlChart
  /** In place of the one that charts of the workspace have. */
  readonly topBar?: ReactNode
  /** Its first table was chosen. */
  readonly onStart: (question: Question) => void
  readonly onSql: () => void
}

/** The builder over a chart that is asked with SQL, which it keeps until a question takes its place. */
export function QuestionStart({ chart, topBar, onStart, onSql }: QuestionStartProps) {
  const { connectionId } = chart.query
  const tables = useBuilderTables(connectionId)
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
          onChange={(_, parts) => onStart({ ...emptyQuestion, ...parts })}
        />
      </div>
      <EmptyState
        icon={Blocks}
        title="Ask without SQL"
        text="Choose a table above. Its rows take the place of this chart’s SQL, which stays as it is until then."
        className="flex-1"
      />
    </div>
  )
}
