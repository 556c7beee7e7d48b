'use client'

import { useCallback, useState } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { emptyQuestion, type QuestionSource } from '@tidemark/shared/builder/question'
import { chartIdSchema, type Chart, type ChartQuery } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { getNewestDataset } from '@tidemark/shared/datasets/dataset-queries'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { calledQuery } from '@tidemark/shared/tables/called-query'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useUiState } from '@/client/workspace/ui-state'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { toast } from '@/ui/popups/toaster'
import { firstSql } from './first-sql'
import { QuestionDraft, type QuestionTarget } from './question-draft'

const draftsByDatabase = new Map<string, QuestionDraft>()

/** Returns the person's own question in this workspace, one object for the whole page. */
export function useQuestionDraft(): QuestionDraft {
  const { databaseName } = usePageEnvironment()
  const { views } = useSyncClient()
  const [draft] = useState(() => {
    // The server renders pages for many people at once.
    if (typeof window === 'undefined') return new QuestionDraft(databaseName)
    const called = (query: ChartQuery) => calledQuery(views.getState().view, query)
    const known = draftsByDatabase.get(databaseName) ?? new QuestionDraft(databaseName, undefined, called)
    draftsByDatabase.set(databaseName, known)
    return known
  })
  return draft
}

/** A table with two initial questions: its rows in the builder, and in SQL. */
export interface AskedTable {
  readonly connectionId: string
  readonly source: QuestionSource
  readonly sql: string
}

export function datasetToAsk(tableName: string): AskedTable {
  return {
    connectionId: localConnectionId,
    source: { schema: null, name: tableName },
    sql: firstSql(tableName),
  }
}

/** How a question starts: with the rows of a table (by default the one added last), or with a chart's query. */
export interface QuestionStart {
  readonly table?: AskedTable
  readonly chart?: Pick<Chart, 'name' | 'query' | 'visual'>
  /** The folder suggested for saving it. */
  readonly folderId?: FolderId | null
  /** The tab for which it is asked. */
  readonly target?: QuestionTarget
}

/** Returns a function that starts a question in the way that this person used last: builder or SQL. */
export function useBeginQuestion(): (start?: QuestionStart) => void {
  const draft = useQuestionDraft()
  const ui = useUiState()
  const { views, getActor } = useSyncClient()
  return useCallback(
    ({ table, chart, folderId = null, target } = {}) => {
      const { view } = views.getState()
      const actor = getActor()
      const newest = getNewestDataset(view)
      const startTable = table ?? (newest && datasetToAsk(newest.tableName))
      const firstQuery = (): ChartQuery => {
        const connectionId = startTable?.connectionId ?? localConnectionId
        const mayWriteSql = isAllowed(actor, { do: 'run', target: getRunTarget(view, connectionId), level: 'sql' })
        return mayWriteSql && ui.preferences.askWith.peek() === 'sql'
          ? { kind: 'sql', connectionId, sql: startTable?.sql ?? '' }
          : { kind: 'builder', connectionId, question: { ...emptyQuestion, source: startTable?.source ?? null } }
      }
      const at = Date.now()
      const before = draft.getQuestion()
      draft.begin(
        {
          chart: {
            id: chartIdSchema.parse(newId()),
            folderId,
            name: chart?.name ?? '',
            description: '',
            query: chart?.query ?? firstQuery(),
            visual: chart?.visual ?? defaultVisual,
            order: orderBetween(null, null),
            deletedAt: null,
            createdAt: at,
            createdBy: actor.userId,
            updatedAt: at,
            updatedBy: actor.userId,
          },
          isNamed: chart !== undefined,
          target: target ?? null,
        },
        chart === undefined ? 'New question' : `Ask about ${chart.name}`,
      )
      if (before?.isChanged !== true) return
      toast(`“${before.chart.name}” is kept`, {
        id: 'question-kept',
        description: 'You find it under Earlier questions.',
        action: { label: 'Go back to it', onClick: () => draft.resume(before.chart.id) },
      })
    },
    [draft, getActor, ui, views],
  )
}

/** Returns a function that starts a question on its page. */
export function useStartQuestion(): (start?: QuestionStart) => void {
  const begin = useBeginQuestion()
  return useCallback(
    (start) => {
      begin(start)
      navigate('/ask')
    },
    [begin],
  )
}
