import { Star, StarOff } from 'lucide-react'
import type { FavouriteTarget } from '@tidemark/shared/favourites/favourite'
import { MenuItem } from '@/ui/popups/menu'
import { useFavourite } from './use-favourite'

/**
 * The menu item that adds a thing to the person's favourites or removes it. shortcut: the page's shortcut for it, if
 * any.
 */
export function FavouriteItem({
  target,
  shortcut,
}: {
  readonly target: FavouriteTarget
  readonly shortcut?: string | undefined
}) {
  const { isFavourite, title, toggle } = useFavourite(target)
  return (
    <MenuItem icon={isFavourite ? StarOff : Star} shortcut={shortcut} onSelect={toggle}>
      {title}
    </MenuItem>
  )
}
