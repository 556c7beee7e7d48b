import { ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'

interface TabMenuProps {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly rename: () => void
  /** By one place. */
  readonly move: (by: -1 | 1) => void
  readonly remove: () => void
}

/** The items of the menu of a dashboard's tab. */
export default function TabMenu({ isFirst, isLast, rename, move, remove }: TabMenuProps) {
  return (
    <>
      <MenuItem icon={Pencil} shortcut="F2" onSelect={rename}>
        Rename tab
      </MenuItem>
      <MenuItem icon={ChevronLeft} shortcut="alt+left" disabled={isFirst} onSelect={() => move(-1)}>
        Move left
      </MenuItem>
      <MenuItem icon={ChevronRight} shortcut="alt+right" disabled={isLast} onSelect={() => move(1)}>
        Move right
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger disabled={isFirst && isLast} onSelect={remove}>
        Delete tab
      </MenuItem>
    </>
  )
}
