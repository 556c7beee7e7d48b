'use client'

import type { Chart } from '@tidemark/shared/charts/chart'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useMutate } from '@/client/workspace/use-mutate'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'

/** The notice that the chart is in the trash, with a button that restores it. */
export function TrashedNotice({ chart }: { readonly chart: Chart }) {
  const mutate = useMutate()
  const mayEdit = useMayEdit(chart.folderId)
  const restore = () =>
    mutate('updateChart', { id: chart.id, deletedAt: null }, { label: 'Restore chart' }).catch(reportProblem)
  return (
    <div className="shrink-0 p-3">
      <Callout
        tone="warn"
        title="This chart is in the trash"
        action={
          mayEdit && (
            <Button size="sm" onClick={() => void restore()}>
              Restore
            </Button>
          )
        }
      >
        Dashboards show it as deleted until it is restored.
      </Callout>
    </div>
  )
}
