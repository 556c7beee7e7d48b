import { Ellipsis } from 'lucide-react'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import type { PageMenuItemsProps } from './page-menu-items'

const PageMenuItems = lazyComponent(() => import('./page-menu-items'))

interface PageMenuProps extends PageMenuItemsProps {
  /** The class that hides the menu where the buttons have room. */
  readonly className: string
}

/** The menu of buttons for which a narrow top bar has no room. */
export function PageMenu({ className, ...page }: PageMenuProps) {
  const label = `Menu of this ${page.kind}`
  return (
    <Menu label={label} align="end" trigger={<IconButton icon={Ellipsis} label={label} className={className} />}>
      <PageMenuItems {...page} />
    </Menu>
  )
}
