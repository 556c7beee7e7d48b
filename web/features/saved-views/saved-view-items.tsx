import { BookmarkPlus, Link2, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import type { SavedView } from '@tidemark/shared/saved-views/saved-view'
import { copyLink } from '@/features/messages/copy-link'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { useSavedViewActions } from './use-saved-view-actions'
import type { SavedViews } from './use-saved-views'
import { addressOfValues } from './view-address'

interface SavedViewItemsProps {
  readonly views: SavedViews
  readonly dashboard: DashboardFilters
  /** Opens the dialog of a view, of a new one for null; null if the person may only choose one. */
  readonly onEdit: ((view: SavedView | null) => void) | null
}

/** The menu of a dashboard's views. */
export default function SavedViewItems({ views, dashboard, onEdit }: SavedViewItemsProps) {
  const { savedViews, shown, isChanged, show } = views
  const actions = useSavedViewActions(views, dashboard)
  const copy = () => {
    const query = addressOfValues(new URLSearchParams(window.location.search), savedViews).toString()
    void copyLink(`${window.location.origin}${window.location.pathname}${query === '' ? '' : `?${query}`}`)
  }
  return (
    <>
      {savedViews.length > 0 && (
        <MenuGroup label="Views">
          <MenuItem checked={shown === null} onSelect={() => show(null)}>
            No view: each filter’s default
          </MenuItem>
          {savedViews.map((view) => (
            <MenuItem key={view.id} checked={shown?.id === view.id} onSelect={() => show(view)}>
              {view.isDefault ? `${view.name} (default)` : view.name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {shown !== null && isChanged && (
        <MenuItem icon={RefreshCw} onSelect={() => show(shown)}>
          {`Back to the values of “${shown.name}”`}
        </MenuItem>
      )}
      {onEdit !== null && (
        <>
          {savedViews.length > 0 && <MenuSeparator />}
          <MenuItem icon={BookmarkPlus} onSelect={() => onEdit(null)}>
            Save the values as a view…
          </MenuItem>
          {shown !== null && (
            <>
              {isChanged && (
                <MenuItem icon={BookmarkPlus} onSelect={() => actions.keepValuesIn(shown)}>
                  {`Save the values in “${shown.name}”`}
                </MenuItem>
              )}
              <MenuItem icon={Pencil} onSelect={() => onEdit(shown)}>
                {`Name and default of “${shown.name}”…`}
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => actions.remove(shown)}>
                {`Delete “${shown.name}”`}
              </MenuItem>
            </>
          )}
        </>
      )}
      {(onEdit !== null || savedViews.length > 0) && <MenuSeparator />}
      <MenuItem icon={Link2} onSelect={copy}>
        Copy link with these values
      </MenuItem>
    </>
  )
}
