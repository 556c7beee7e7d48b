'use client'

import { useCallback, useState } from 'react'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useUiState } from '@/client/workspace/ui-state'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { beginQuestion, questionDraftOf } from './begin-question'
import { QuestionDraft } from './question-draft'
import type { QuestionStart } from './question-start'

/** Returns the person's own question in this workspace, one object for the whole page. */
export function useQuestionDraft(): QuestionDraft {
  const { databaseName } = usePageEnvironment()
  const client = useSyncClient()
  // The server renders pages for many people at once.
  const [draft] = useState(() =>
    typeof window === 'undefined' ? new QuestionDraft(databaseName) : questionDraftOf(databaseName, client),
  )
  return draft
}

/** Returns a function that starts a question in the way that this person used last: builder or SQL. */
export function useBeginQuestion(): (start?: QuestionStart) => void {
  const draft = useQuestionDraft()
  const ui = useUiState()
  const client = useSyncClient()
  return useCallback((start) => beginQuestion(draft, { ui, client }, start), [draft, ui, client])
}
