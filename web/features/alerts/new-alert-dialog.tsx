'use client'

import { useState } from 'react'
import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import AlertDialog from './alert-dialog'
import { useWatched, type AlertDraft } from './alert-draft'

interface NewAlertDialogProps {
  readonly target: AlertChoice['target']
  readonly onClose: () => void
}

/** The dialog that sets an alert on a chart or metric. */
export default function NewAlertDialog({ target, onClose }: NewAlertDialogProps) {
  const { locale, team } = usePageEnvironment()
  const watched = useWatched(target)
  const timeZone = useView(getWorkspace, [])?.timeZone ?? 'UTC'
  const [draft] = useState<AlertDraft>({
    ...{ id: null, name: watched.name },
    choice: {
      ...{ target, locale, column: null, addresses: [], webhookId: null },
      condition: { kind: 'above', value: 0 },
      onlyComplete: true,
      when: { kind: 'schedule', schedule: { pattern: '0 * * * *', timeZone } },
      people: team === null ? [] : [team.person.id],
    },
  })
  return <AlertDialog draft={draft} onClose={onClose} />
}
