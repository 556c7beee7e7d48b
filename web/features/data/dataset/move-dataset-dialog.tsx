'use client'

import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { buildContentTree, listFolderNodes } from '@/features/content/content-tree'
import { FolderChoiceDialog } from '@/features/access/folder-choice-dialog'
import { reportProblem } from '@/features/messages/report-problem'

interface MoveDatasetDialogProps {
  readonly dataset: Dataset
  readonly onClose: () => void
}

/** Asks for the folder a dataset moves to. */
export default function MoveDatasetDialog({ dataset, onClose }: MoveDatasetDialogProps) {
  const mutate = useMutate()
  const folders = useView((view) => listFolderNodes(buildContentTree(listFolders(view), [], [], null), null), [])
  const { id, name, folderId, access } = dataset
  return (
    <FolderChoiceDialog
      name={name}
      description={
        access === null
          ? 'Who sees the folder may use the data. Charts over it stay where they are.'
          : 'It has a list of its own, which goes on deciding who may use it.'
      }
      here={folderId}
      place={folderId}
      folders={folders}
      onMove={(to) => void mutate('updateDataset', { id, folderId: to }, { label: 'Move data' }).catch(reportProblem)}
      onClose={onClose}
    />
  )
}
