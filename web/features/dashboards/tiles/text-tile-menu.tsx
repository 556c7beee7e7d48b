import { Files, Link2, Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import type { TileTools } from './tile-header'

interface TextTileMenuProps {
  readonly tools: TileTools
  /** It is the heading of a section. */
  readonly isHeading?: boolean
}

/** The items of a text tile's menu. */
export default function TextTileMenu({ tools, isHeading = false }: TextTileMenuProps) {
  return (
    <>
      {tools.mayEdit && (
        <>
          <MenuItem icon={Pencil} shortcut="enter" onSelect={() => tools.setEditing(true)}>
            {isHeading ? 'Rename section' : 'Edit text'}
          </MenuItem>
          {!isHeading && (
            <MenuItem icon={Files} onSelect={tools.duplicate}>
              Duplicate tile
            </MenuItem>
          )}
        </>
      )}
      <MenuItem icon={Link2} onSelect={tools.copyLink}>
        Copy link
      </MenuItem>
      {tools.mayEdit && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger shortcut="delete" onSelect={tools.remove}>
            {isHeading ? 'Remove heading, keep tiles' : 'Remove from dashboard'}
          </MenuItem>
        </>
      )}
    </>
  )
}
