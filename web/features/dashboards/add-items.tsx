import { ChartColumn, FileSearch, ListFilter, Type } from 'lucide-react'
import { MenuItem, MenuSeparator } from '@/ui/menu'
import type { AddActions } from './add-menu'

/** What can be put on a dashboard, as items of a menu. */
export default function AddItems({ add }: { readonly add: AddActions }) {
  return (
    <>
      <MenuItem icon={ChartColumn} onSelect={add.newChart}>
        New chart
      </MenuItem>
      <MenuItem icon={FileSearch} onSelect={add.existingChart}>
        Existing charts…
      </MenuItem>
      <MenuItem icon={Type} onSelect={add.text}>
        Text
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ListFilter} onSelect={add.filter}>
        Filter…
      </MenuItem>
    </>
  )
}
