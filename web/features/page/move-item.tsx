import { FolderInput } from 'lucide-react'
import { MenuItem } from '@/ui/popups/menu'
import { shellState$ } from '../preferences/shell-state'

/** The menu item that asks for the folder to which the page's thing moves. */
export function MoveItem({ id }: { readonly id: string }) {
  return (
    <MenuItem icon={FolderInput} onSelect={() => shellState$.movingId.set(id)}>
      Move to folder…
    </MenuItem>
  )
}
