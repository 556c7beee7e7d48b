import { Plus } from 'lucide-react'
import { Button } from '@/ui/buttons/button'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import type { AddActions } from './add-items'

const AddItems = lazyComponent(() => import('./add-items'))

/** The Add button of a dashboard. */
export function AddMenu({ add }: { readonly add: AddActions }) {
  return (
    <Menu
      label="Add to the dashboard"
      align="end"
      trigger={
        <Button variant="primary" icon={Plus} className="max-sm:w-11 max-sm:px-0">
          {/* On a phone the name of the dashboard needs the room. */}
          <span className="max-sm:sr-only">Add</span>
        </Button>
      }
    >
      <AddItems add={add} />
    </Menu>
  )
}
