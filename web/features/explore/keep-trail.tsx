'use client'

import { LayoutDashboard, MessageCircleQuestion, Save } from 'lucide-react'
import { useState } from 'react'
import type { BuilderChart } from '@tidemark/shared/charts/chart'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { createChartOf } from '@/features/ask/use-keep-question'
import { SaveDialog } from '@/features/ask/save-dialog'
import { WhoCanSave } from '@/features/ask/who-can-save'
import { AddToDashboardDialog } from '@/features/chart-editor/add-to-dashboard-dialog'
import { useStartQuestion } from '@/features/content/use-start-question'
import { Button } from '@/ui/buttons/button'

/** The ways to keep the last question of a trail; people who may not save are told who may. */
export function KeepTrail({ chart }: { readonly chart: BuilderChart }) {
  const client = useSyncClient()
  const mayEdit = useMayEdit()
  const mayAsk = useMayAsk()
  const startQuestion = useStartQuestion()
  const [isSaving, setSaving] = useState(false)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {mayAsk && (
        <Button icon={MessageCircleQuestion} aria-label="Open as a question" onClick={() => startQuestion({ chart })}>
          <span className="max-lg:sr-only">Open as a question</span>
        </Button>
      )}
      {mayEdit ? (
        <>
          <Button icon={LayoutDashboard} aria-label="Add to dashboard" onClick={() => setAdding(true)}>
            <span className="max-lg:sr-only">Add to dashboard</span>
          </Button>
          <Button variant="primary" icon={Save} aria-label="Save as a chart" onClick={() => setSaving(true)}>
            <span className="max-sm:sr-only">Save</span>
          </Button>
          <SaveDialog
            question={chart}
            create={(folderId, step, name) => createChartOf(client, chart, { folderId, step, name })}
            open={isSaving}
            onOpenChange={setSaving}
          />
          <AddToDashboardDialog
            chart={chart}
            create={(folderId, step) => createChartOf(client, chart, { folderId, step })}
            open={isAdding}
            onOpenChange={setAdding}
          />
        </>
      ) : (
        <WhoCanSave chart={chart} />
      )}
    </>
  )
}
