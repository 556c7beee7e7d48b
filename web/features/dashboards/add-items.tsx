import { ChartColumn, FileSearch, Heading, Image, ListFilter, Type } from 'lucide-react'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'

export interface AddActions {
  readonly newChart: () => void
  readonly existingChart: () => void
  readonly text: () => void
  readonly image: () => void
  readonly section: () => void
  readonly filter: () => void
}

/** The menu items for adding to a dashboard. */
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
      <MenuItem icon={Image} onSelect={add.image}>
        Image…
      </MenuItem>
      <MenuItem icon={Heading} onSelect={add.section}>
        Section
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ListFilter} onSelect={add.filter}>
        Filter…
      </MenuItem>
    </>
  )
}
