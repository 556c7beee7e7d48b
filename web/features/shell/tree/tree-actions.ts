'use client'

import { givenFields } from '@tidemark/shared/entries/define-mutator'
import { newId } from '@tidemark/shared/base/ids'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { movedToTrash } from '@/client/workspace/change-outcome'
import type { SyncClient } from '@/client/sync/sync-client'
import { useMutate } from '@/client/workspace/use-mutate'
import type { Mutate } from '@/client/workspace/change-target'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { descendants, type TreeNode } from '@/features/content/content-tree'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'

import type { SidebarNode } from './sidebar-rows'

export interface TreeActions {
  readonly rename: (node: SidebarNode, name: string) => void
  /** followers: the charts that go along with a dashboard. */
  readonly move: (node: TreeNode, folderId: FolderId | null, followers: readonly TreeNode[]) => void
  /** Moves it to the trash, a folder with everything in it, and offers to take that back. */
  readonly trash: (node: TreeNode) => void
}

/** The actions on a line of the tree; each is one undo step. */
export function useTreeActions(): TreeActions {
  const mutate = useMutate()
  const client = useSyncClient()
  return {
    rename: (node, name) => {
      if (node.kind === 'dataset') return
      change(mutate, node, { name }, { label: `Rename ${node.kind}`, actionId: newId() }).catch(reportProblem)
    },
    move: (node, folderId, followers) => {
      const options = { label: `Move ${node.kind}`, actionId: newId() }
      Promise.all([node, ...followers].map((one) => change(mutate, one, { folderId }, options))).catch(reportProblem)
    },
    trash: (node) => {
      moveToTrash(client, mutate, node).catch(reportProblem)
    },
  }
}

async function moveToTrash(client: SyncClient, mutate: Mutate, node: TreeNode): Promise<void> {
  const nodes = descendants(node)
  const actionId = await setDeletedAt(mutate, nodes, Date.now(), `Move ${node.kind} to trash`)
  await sayOutcome(client, movedToTrash(node.name), [actionId], {
    description: node.kind === 'dashboard' ? leftText(node.charts.length) : withinText(nodes.length - 1),
    action: {
      label: 'Undo',
      onClick: () => {
        setDeletedAt(mutate, nodes, null, `Restore ${node.kind}`).catch(reportProblem)
      },
    },
  })
}

function withinText(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? 'With the one thing in it.' : `With the ${count} things in it.`
}

/** The charts under a dashboard may be on others: they stay. */
function leftText(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? 'Its chart stays.' : `Its ${count} charts stay.`
}

/** One action for all of them, whose id it returns; what lies in a folder carries the same time, so that restoring the folder finds it. */
async function setDeletedAt(
  mutate: Mutate,
  nodes: readonly TreeNode[],
  deletedAt: number | null,
  label: string,
): Promise<string> {
  const options = { label, actionId: newId() }
  for (const node of nodes) await change(mutate, node, { deletedAt }, options)
  return options.actionId
}

interface Changes {
  readonly name?: string
  readonly folderId?: FolderId | null
  readonly deletedAt?: number | null
}

function change(
  mutate: Mutate,
  node: TreeNode,
  changes: Changes,
  options: { readonly label: string; readonly actionId: string },
): Promise<void> {
  switch (node.kind) {
    case 'folder': {
      const { name, deletedAt, folderId } = changes
      return mutate('updateFolder', { id: node.id, ...givenFields({ name, deletedAt, parentId: folderId }) }, options)
    }
    case 'dashboard':
      return mutate('updateDashboard', { id: node.id, ...changes }, options)
    case 'chart':
      return mutate('updateChart', { id: node.id, ...changes }, options)
  }
}
