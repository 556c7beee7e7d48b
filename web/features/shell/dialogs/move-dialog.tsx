'use client'

import { useMemo } from 'react'
import { listFolderNodes, placeOf, type TreeNode } from '@/features/content/content-tree'
import { FolderChoiceDialog } from '@/features/access/folder-choice-dialog'
import type { MoveTarget } from '@/features/access/move-target'
import { followersOf } from '@/features/content/followers-of'

interface MoveDialogProps {
  readonly node: TreeNode
  readonly tree: readonly TreeNode[]
  /** followers: the charts that go along with a dashboard. */
  readonly onMove: (target: MoveTarget, followers: readonly TreeNode[]) => void
  readonly onClose: () => void
}

/** Asks for the folder something moves to; a folder cannot go into itself. */
export default function MoveDialog({ node, tree, onMove, onClose }: MoveDialogProps) {
  const followers = useMemo(() => (node.kind === 'dashboard' ? followersOf(node, tree) : []), [node, tree])
  const folders = useMemo(() => listFolderNodes(tree, node.kind === 'folder' ? node.id : null), [node, tree])
  return (
    <FolderChoiceDialog
      name={node.name}
      description={alongText(node, followers.length)}
      here={node.kind === 'folder' ? node.parentId : node.folderId}
      place={placeOf(node)}
      folders={folders}
      onMove={(id) => onMove({ kind: 'folder', id }, followers)}
      onMoveToNew={(name) => onMove({ kind: 'new', name }, followers)}
      onClose={onClose}
    />
  )
}

/** Says which other things the move affects. */
function alongText(node: TreeNode, followerCount: number): string | undefined {
  if (node.kind === 'chart') return 'The dashboards that show it keep it.'
  if (followerCount === 0) return undefined
  return followerCount === 1
    ? 'Its chart moves with it.'
    : `Its ${followerCount} charts move with it, except those on other dashboards.`
}
