import { Pencil } from 'lucide-react'
import { MenuItem } from '@/ui/popups/menu'
import type { TileTools } from './tile-header'
import { TileItems } from './tile-items'

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
        <MenuItem icon={Pencil} shortcut="enter" onSelect={() => tools.setEditing(true)}>
          {isHeading ? 'Rename section' : 'Edit text'}
        </MenuItem>
      )}
      <TileItems
        tools={tools}
        mayDuplicate={!isHeading}
        {...(isHeading ? { removeLabel: 'Remove heading, keep tiles' } : {})}
      />
    </>
  )
}
