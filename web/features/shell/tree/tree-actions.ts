'use client'

import { givenFields } from '@tidemark/shared/entries/define-mutator'
import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { folderIdSchema, type FolderId } from '@tidemark/shared/folders/folder'
import { getFolder, listFolders } from '@tidemark/shared/folders/folder-queries'
import { movedTo, movedToTrash } from '@/client/workspace/change-outcome'
import type { SyncClient } from '@/client/sync/sync-client'
import { useMutate } from '@/client/workspace/use-mutate'
import type { Mutate } from '@/client/workspace/change-target'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { descendants, type TreeNode } from '@/features/content/content-tree'
import { reportProblem } from '@/features/messages/report-problem'
import { sayOutcome } from '@/features/messages/say-outcome'
import { useToggledRows } from '@/features/preferences/shell-preferences-context'
import type { MoveTarget } from '@/features/access/move-target'

import { isInTree, type SidebarNode } from './sidebar-rows'

export interface TreeActions {
  readonly rename: (node: SidebarNode, name: string) => void
  /** followers: the charts that go along with a dashboard. */
  readonly move: (node: TreeNode, target: MoveTarget, followers: readonly TreeNode[]) => void
  /** Moves it to the trash, a folder with everything in it, and offers to take that back. */
  readonly trash: (node: TreeNode) => void
}

/** The actions on a line of the tree; each is one undo step. */
export function useTreeActions(): TreeActions {
  const mutate = useMutate()
  const client = useSyncClient()
  const [, setToggled] = useToggledRows()
  return {
    rename: (node, name) => {
      if (!isInTree(node)) return
      change(mutate, node, { name }, { label: `Rename ${node.kind}`, actionId: newId() }).catch(reportProblem)
    },
    move: (node, target, followers) => {
      move(client, mutate, node, target, followers)
        .then((folderId) => {
          if (folderId !== null) setToggled(folderId, false)
        })
        .catch(reportProblem)
    },
    trash: (node) => {
      moveToTrash(client, mutate, node).catch(reportProblem)
    },
  }
}

/** Moves something, to a folder made for it if need be, and offers to take that back. Returns the folder. */
async function move(
  client: SyncClient,
  mutate: Mutate,
  node: TreeNode,
  target: MoveTarget,
  followers: readonly TreeNode[],
): Promise<FolderId | null> {
  const options = { label: `Move ${node.kind}`, actionId: newId() }
  const { view } = client.views.getState()
  const folderId = target.kind === 'new' ? folderIdSchema.parse(newId()) : target.id
  if (target.kind === 'new' && folderId !== null) {
    const order = orderBetween(listFolders(view).at(-1)?.order ?? null, null)
    await mutate('createFolder', { id: folderId, parentId: null, name: target.name, order }, options)
  }
  await Promise.all([node, ...followers].map((one) => change(mutate, one, { folderId }, options)))
  const name = target.kind === 'new' ? target.name : folderId === null ? null : getFolder(view, folderId)?.name
  sayOutcome(client, movedTo(node.name, name ?? null), [options.actionId], {
    action: { label: 'Undo', onClick: () => void client.undoAction(options.actionId).catch(reportProblem) },
  }).catch(reportProblem)
  return folderId
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
