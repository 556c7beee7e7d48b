'use client'

import { useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { chartIdSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { getNewestDataset } from '@tidemark/shared/datasets/dataset-queries'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { firstSql } from './use-new-chart'
import { QuestionDraft } from './question-draft'

const draftsByDatabase = new Map<string, QuestionDraft>()

/** The person's own question in this workspace, the same all over the page. */
export function useQuestionDraft(): QuestionDraft {
  const { databaseName } = usePageEnvironment()
  const [draft] = useState(() => {
    // The server makes pages of many people at once.
    if (typeof window === 'undefined') return new QuestionDraft(databaseName)
    const known = draftsByDatabase.get(databaseName) ?? new QuestionDraft(databaseName)
    draftsByDatabase.set(databaseName, known)
    return known
  })
  return draft
}

/** The start of a question: own SQL or steps, or those of a chart; else the rows of the table added last. */
export interface NewQuestion {
  readonly name?: string
  readonly query?: Chart['query']
  readonly visual?: Chart['visual']
}

/** Begins a question. What undo calls it, for example `Ask about Weather`, is up to the caller. */
export function useBeginQuestion(): (start: NewQuestion, label: string) => void {
  const draft = useQuestionDraft()
  const { userId } = useActor()
  const newestTable = useView((view) => getNewestDataset(view)?.tableName ?? null, [])
  return ({ name = 'Untitled question', query, visual = defaultVisual }, label) => {
    const at = Date.now()
    const sql = newestTable === null ? '' : firstSql(newestTable)
    draft.begin(
      {
        id: chartIdSchema.parse(newId()),
        folderId: null,
        name,
        description: '',
        query: query ?? { kind: 'sql', connectionId: localConnectionId, sql },
        visual,
        order: orderBetween(null, null),
        deletedAt: null,
        createdAt: at,
        createdBy: userId,
        updatedAt: at,
        updatedBy: userId,
      },
      label,
    )
  }
}

/** Goes on from a table or a chart with a question of one's own. */
export function useAskAbout(): (start: NewQuestion & { readonly name: string }) => void {
  const begin = useBeginQuestion()
  return (start) => {
    begin(start, `Ask about ${start.name}`)
    navigate('/ask')
  }
}
