import { ChartColumn, FileSearch, Plus, Type } from 'lucide-react'
import { Button } from '@/ui/button'
import { Menu, MenuItem } from '@/ui/menu'

export interface AddActions {
  readonly newChart: () => void
  readonly existingChart: () => void
  readonly text: () => void
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
      <MenuItem icon={ChartColumn} onSelect={add.newChart}>
        New chart
      </MenuItem>
      <MenuItem icon={FileSearch} onSelect={add.existingChart}>
        Existing chart…
      </MenuItem>
      <MenuItem icon={Type} onSelect={add.text}>
        Text
      </MenuItem>
    </Menu>
  )
}
