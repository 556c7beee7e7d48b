import { Plus } from 'lucide-react'
import { Button } from '@/ui/button'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'

const AddItems = lazyComponent(() => import('./add-items'))

export interface AddActions {
  readonly newChart: () => void
  readonly existingChart: () => void
  readonly text: () => void
  readonly filter: () => void
}

/** The Add button of a dashboard. */
export function AddMenu({ add }: { readonly add: AddActions }) {
  return (
    <Menu
      label="Add to the dashboard"
      align="end"
      trigger={
        <Button variant="primary" icon={Plus}>
          Add
        </Button>
      }
    >
      <AddItems add={add} />
    </Menu>
  )
}
