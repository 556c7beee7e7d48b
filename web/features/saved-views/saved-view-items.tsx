import { BookmarkPlus, Link2, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { isPersonal, type ChoosableView } from '@tidemark/shared/saved-views/personal-view'
import { effectiveValue } from '@tidemark/shared/filters/filter'
import { copyLink } from '@/features/messages/copy-link'
import { addressWithTexts } from '@/features/filters/filter-address'
import type { DashboardFilters } from '@/features/filters/use-dashboard-filters'
import { MenuGroup, MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { useSavedViewActions } from './use-saved-view-actions'
import type { SavedViews } from './use-saved-views'
import { addressToShare } from './view-address'

interface SavedViewItemsProps {
  readonly views: SavedViews
  readonly dashboard: DashboardFilters
  /** True if the person may change the views of everyone. */
  readonly mayEdit: boolean
  /** Opens the dialog of a view, of a new one for null; null if the person may keep none. */
  readonly onEdit: ((view: ChoosableView | null) => void) | null
}

/** The menu of a dashboard's views. */
export default function SavedViewItems({ views, dashboard, mayEdit, onEdit }: SavedViewItemsProps) {
  const { savedViews, shown, isChanged, show } = views
  const actions = useSavedViewActions(views, dashboard)
  const own = savedViews.filter(isPersonal)
  const everyones = savedViews.filter((view) => !isPersonal(view))
  const mayChange = shown !== null && (mayEdit || isPersonal(shown))
  const copy = () => {
    const { filters, chosen } = dashboard
    // Others have other attributes, and the link shows these values.
    const byAttribute = filters.filter(({ id, defaultAttribute }) => defaultAttribute && !Object.hasOwn(chosen, id))
    const written = byAttribute.reduce(
      (next, filter) => addressWithTexts(next, filter.id, effectiveValue(filter, chosen)),
      new URLSearchParams(window.location.search),
    )
    const query = addressToShare(written, savedViews).toString()
    void copyLink(`${window.location.origin}${window.location.pathname}${query === '' ? '' : `?${query}`}`)
  }
  return (
    <>
      {savedViews.length > 0 && (
        <MenuGroup label="Views">
          <MenuItem checked={shown === null} onSelect={() => show(null)}>
            No view: each filter’s default
          </MenuItem>
          <ViewItems views={everyones} shown={shown} show={show} />
        </MenuGroup>
      )}
      {own.length > 0 && (
        <MenuGroup label="Mine">
          <ViewItems views={own} shown={shown} show={show} />
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
          {mayChange && (
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

interface ViewItemsProps extends Pick<SavedViews, 'shown' | 'show'> {
  readonly views: readonly ChoosableView[]
}

function ViewItems({ views, shown, show }: ViewItemsProps) {
  return views.map((view) => (
    <MenuItem key={view.id} checked={shown?.id === view.id} onSelect={() => show(view)}>
      {view.isDefault ? `${view.name} (default)` : view.name}
    </MenuItem>
  ))
}
