'use client'

import { listFolders } from '@tidemark/shared/folders/folder-queries'
import type { Metric } from '@tidemark/shared/metrics/metric'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { FolderChoiceDialog } from '../access/folder-choice-dialog'
import { buildContentTree, listFolderNodes } from '../content/content-tree'
import { reportProblem } from '../messages/report-problem'

interface MoveMetricDialogProps {
  readonly metric: Metric
  readonly onClose: () => void
}

/** Asks for the folder a metric moves to. */
export default function MoveMetricDialog({ metric, onClose }: MoveMetricDialogProps) {
  const mutate = useMutate()
  const folders = useView((view) => listFolderNodes(buildContentTree(listFolders(view), [], [], null), null), [])
  const { id, name, folderId } = metric
  return (
    <FolderChoiceDialog
      name={name}
      description="Charts that measure it have no answer for those who do not see the folder."
      here={folderId}
      place={folderId}
      folders={folders}
      onMove={(to) => void mutate('updateMetric', { id, folderId: to }, { label: 'Move metric' }).catch(reportProblem)}
      onClose={onClose}
    />
  )
}
