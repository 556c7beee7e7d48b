'use client'

import { useState } from 'react'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import type { SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import SubscriptionDialog from './subscription-dialog'
import type { SubscriptionDraft } from './subscription-form'

interface NewSubscriptionDialogProps {
  readonly target: SubscriptionChoice['target']
  readonly onClose: () => void
}

/** The dialog that sends the page which is open on a schedule, with the values that are set now. */
export default function NewSubscriptionDialog({ target, onClose }: NewSubscriptionDialogProps) {
  const { kind, id } = target
  const { query } = useLocation()
  const { locale, team } = usePageEnvironment()
  const found = useView(
    (view) =>
      kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id)),
    [kind, id],
  )
  const timeZone = useView(getWorkspace, [])?.timeZone ?? 'UTC'
  // What is set while the dialog is open stays as it was when it opened.
  const [draft] = useState<SubscriptionDraft>({
    ...{ id: null, name: found?.name ?? '' },
    choice: {
      ...{ target, search: query.toString(), locale, addresses: [], webhookId: null },
      schedule: { pattern: '0 8 * * 1-5', timeZone },
      people: team === null ? [] : [team.person.id],
      onlyIf: 'always',
      files: ['pdf'],
    },
  })
  return <SubscriptionDialog draft={draft} onClose={onClose} />
}
