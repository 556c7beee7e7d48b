import { isAllowed } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { chartIdSchema, type ChartQuery } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { getNewestDataset } from '@tidemark/shared/datasets/dataset-queries'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { calledQuery } from '@tidemark/shared/tables/called-query'
import type { SyncClient } from '@/client/sync/sync-client'
import type { useUiState } from '@/client/workspace/ui-state'
import { toast } from '@/ui/popups/toaster'
import { QuestionDraft } from './question-draft'
import { datasetToAsk, type QuestionStart } from './question-start'

const draftsByDatabase = new Map<string, QuestionDraft>()

/** Returns the person's own question in a workspace, one object for the whole page. */
export function questionDraftOf(databaseName: string, { views }: Pick<SyncClient, 'views'>): QuestionDraft {
  const called = (query: ChartQuery) => calledQuery(views.getState().view, query)
  const known = draftsByDatabase.get(databaseName) ?? new QuestionDraft(databaseName, undefined, called)
  draftsByDatabase.set(databaseName, known)
  return known
}

/** Starts a question in the way that this person used last: builder or SQL. */
export function beginQuestion(
  draft: QuestionDraft,
  { ui, client: { views, getActor } }: { readonly ui: ReturnType<typeof useUiState>; readonly client: SyncClient },
  { table, chart, folderId = null, target }: QuestionStart = {},
): void {
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
}
