'use client'

import { newId } from '@tidemark/shared/base/ids'
import { orderBetween } from '@tidemark/shared/base/order'
import { dashboardIdSchema, tabIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listDashboards } from '@tidemark/shared/dashboards/dashboard-queries'
import { folderIdSchema, type FolderId } from '@tidemark/shared/folders/folder'
import { listFolders } from '@tidemark/shared/folders/folder-queries'
import { navigate } from '@/client/page/navigation'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useToggledRows } from '../preferences/shell-preferences-context'
import { awaitingTyping } from '@/ui/fields/awaited-typing'
import { shellState$ } from '../preferences/shell-state'

/** Creates a dashboard in a folder (null: at the top) and opens it for its name to be typed. */
export function useCreateDashboard(): (folderId: FolderId | null) => Promise<void> {
  const mutate = useMutate()
  const lastOrder = useView((view) => listDashboards(view).at(-1)?.order ?? null, [])
  return async (folderId) => {
    const id = dashboardIdSchema.parse(newId())
    await awaitingTyping(
      mutate(
        'createDashboard',
        {
          id,
          folderId,
          name: 'Untitled dashboard',
          description: '',
          order: orderBetween(lastOrder, null),
          firstTab: { id: tabIdSchema.parse(newId()), name: 'Overview', order: orderBetween(null, null) },
        },
        { label: 'New dashboard' },
      ),
    )
    shellState$.unnamedId.set(id)
    navigate(`/dashboards/${id}`)
  }
}

/** Creates a folder in another (null: at the top) and lets its name be typed in the sidebar, which scrolls to it. */
export function useCreateFolder(): (parentId: FolderId | null) => Promise<void> {
  const mutate = useMutate()
  const [, setToggled] = useToggledRows()
  const lastOrder = useView((view) => listFolders(view).at(-1)?.order ?? null, [])
  return async (parentId) => {
    const id = folderIdSchema.parse(newId())
    await awaitingTyping(
      mutate(
        'createFolder',
        { id, parentId, name: 'New folder', order: orderBetween(lastOrder, null) },
        { label: 'New folder' },
      ),
    )
    shellState$.isSidebarOpen.set(true)
    if (matchMedia('(width < 48rem)').matches) shellState$.isSheetOpen.set(true)
    if (parentId !== null) setToggled(parentId, false)
    shellState$.renamingId.set(id)
  }
}
