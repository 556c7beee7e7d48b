import { Files, Link2, Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import type { TileTools } from './tile-header'

/** The items of a text tile's menu. */
export default function TextTileMenu({ tools }: { readonly tools: TileTools }) {
  return (
    <>
      {tools.mayEdit && (
        <>
          <MenuItem icon={Pencil} shortcut="enter" onSelect={() => tools.setEditing(true)}>
            Edit text
          </MenuItem>
          <MenuItem icon={Files} onSelect={tools.duplicate}>
            Duplicate tile
          </MenuItem>
        </>
      )}
      <MenuItem icon={Link2} onSelect={tools.copyLink}>
        Copy link
      </MenuItem>
      {tools.mayEdit && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger shortcut="delete" onSelect={tools.remove}>
            Remove from dashboard
          </MenuItem>
        </>
      )}
    </>
  )
}
