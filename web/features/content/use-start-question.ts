'use client'

import { useCallback } from 'react'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useUiState } from '@/client/workspace/ui-state'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { reportProblem } from '../messages/report-problem'
import type { QuestionStart } from './question-start'

/** Returns a function that starts a question on its page. Questions in progress are loaded with the first one. */
export function useStartQuestion(): (start?: QuestionStart) => void {
  const { databaseName } = usePageEnvironment()
  const ui = useUiState()
  const client = useSyncClient()
  return useCallback(
    (start) => {
      import('./begin-question').then(({ beginQuestion, questionDraftOf }) => {
        beginQuestion(questionDraftOf(databaseName, client), { ui, client }, start)
        navigate('/ask')
      }, reportProblem)
    },
    [databaseName, ui, client],
  )
}
