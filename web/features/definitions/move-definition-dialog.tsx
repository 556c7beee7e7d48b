'use client'

import { listFolders } from '@tidemark/shared/folders/folder-queries'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { useView } from '@/client/workspace/use-view'
import { FolderChoiceDialog } from '../access/folder-choice-dialog'
import { buildContentTree, listFolderNodes } from '../content/content-tree'
import { reportProblem } from '../messages/report-problem'

interface MoveDefinitionDialogProps {
  readonly name: string
  readonly folderId: FolderId | null
  /** The sentence on the charts that use it. */
  readonly description: string
  readonly onMove: (to: FolderId | null) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the folder a metric or segment moves to. */
export default function MoveDefinitionDialog({
  name,
  folderId,
  description,
  onMove,
  onClose,
}: MoveDefinitionDialogProps) {
  const folders = useView((view) => listFolderNodes(buildContentTree(listFolders(view), [], [], null), null), [])
  return (
    <FolderChoiceDialog
      name={name}
      description={description}
      here={folderId}
      place={folderId}
      folders={folders}
      onMove={(to) => void onMove(to).catch(reportProblem)}
      onClose={onClose}
    />
  )
}
