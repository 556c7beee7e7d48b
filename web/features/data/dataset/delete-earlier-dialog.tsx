'use client'

import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dataset, EarlierFile } from '@tidemark/shared/datasets/dataset'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { reportProblem } from '@/features/messages/report-problem'
import { deleteEarlier } from './go-back'

interface DeleteEarlierDialogProps {
  readonly dataset: Dataset
  readonly earlier: EarlierFile
  readonly open: boolean
  readonly onClose: () => void
}

/** Asks once more: there is no way back from it. */
export function DeleteEarlierDialog({ dataset, earlier, open, onClose }: DeleteEarlierDialogProps) {
  const { locale } = usePageEnvironment()
  const { syncNow } = useSyncStatus()
  const remove = () => {
    onClose()
    void deleteEarlier(dataset, earlier, { locale, syncNow }).catch(reportProblem)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      isAllowed={isAllowed(useActor(), { do: 'upload-data' })}
      title={`Delete the earlier file ${earlier.fileName}?`}
      description="Its rows are deleted from the server, and nobody can go back to them. The present rows stay."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={remove}>
            Delete
          </Button>
        </>
      }
    />
  )
}
