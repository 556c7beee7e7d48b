'use client'

import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { DifferencesList } from '../uploads/differences-list'
import type { WayBack } from './use-go-back'

/** Asks before charts lose columns: what going back to the earlier file would change. */
export function GoBackDialog({ dataset, wayBack }: { readonly dataset: Dataset; readonly wayBack: WayBack }) {
  const { earlier, losses, isAsking, confirm, cancel } = wayBack
  return (
    <Dialog
      open={isAsking && losses !== null}
      onOpenChange={(open) => !open && cancel()}
      isAllowed={isAllowed(useActor(), { do: 'upload-data' })}
      title={`Go back to ${earlier.fileName}?`}
      description="Its columns are not those of the present file, which is kept in its place: you can come back to it."
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" onClick={confirm}>
            Go back
          </Button>
        </>
      }
    >
      {losses !== null && <DifferencesList datasetId={dataset.id} differences={losses} />}
    </Dialog>
  )
}
