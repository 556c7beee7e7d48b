'use client'

import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { isPersonal, type ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import { useActor } from '@/client/workspace/workspace-client'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { Button } from '@/ui/buttons/button'
import { lazyComponent, lazyPart, useLazyPart } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import type { SavedViewDialogProps } from './saved-view-dialog'
import type { SavedViews } from './use-saved-views'

const Items = lazyComponent(() => import('./saved-view-items'))
const savedViewDialog = lazyPart<SavedViewDialogProps>(() => import('./saved-view-dialog'))

export interface SavedViewsMenuProps {
  readonly views: SavedViews
  readonly dashboard: DashboardFilters
  readonly mayEdit: boolean
}

/** The button that names the view of a dashboard that is shown; its menu shows others and keeps values as one. */
export function SavedViewsMenu({ views, dashboard, mayEdit }: SavedViewsMenuProps) {
  const { shown, isMissing, isChanged } = views
  // Each opening mounts a new dialog; a closed one stays mounted, so that the focus returns.
  const [editing, setEditing] = useState<{ readonly view: ChoosableView | null; readonly count: number } | null>(null)
  const [isOpen, setOpen] = useState(false)
  // Without accounts there is nobody to keep a view from.
  const mayKeepOwn = useActor().kind === 'person'
  const SavedViewDialog = useLazyPart(savedViewDialog, editing !== null)
  const edit = (view: ChoosableView | null) => {
    setEditing((last) => ({ view, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const name = shown?.name ?? (isMissing ? 'This view is not there' : 'Views')
  return (
    <>
      <Menu
        label="Views of this dashboard"
        trigger={
          <Button
            variant="ghost"
            size="sm"
            icon={Bookmark}
            className="max-w-full min-w-0 px-2 print:hidden"
            title={
              isMissing
                ? 'The view in this address was deleted, or is somebody’s own: the defaults are shown.'
                : undefined
            }
          >
            <span className="truncate">{shown !== null && isChanged ? `${name}, changed` : name}</span>
          </Button>
        }
      >
        <Items views={views} dashboard={dashboard} mayEdit={mayEdit} onEdit={mayEdit || mayKeepOwn ? edit : null} />
      </Menu>
      {SavedViewDialog && editing !== null && (
        <SavedViewDialog
          key={editing.count}
          view={editing.view}
          open={isOpen}
          onOpenChange={setOpen}
          isAllowed={mayEdit || (mayKeepOwn && (editing.view === null || isPersonal(editing.view)))}
          mayShare={mayEdit}
          mayKeepOwn={mayKeepOwn}
          views={views}
          dashboard={dashboard}
        />
      )}
    </>
  )
}
