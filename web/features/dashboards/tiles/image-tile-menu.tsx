import { ExternalLink, ImageUp, Pencil } from 'lucide-react'
import { MenuItem } from '@/ui/popups/menu'
import type { TileTools } from './tile-header'
import { TileItems } from './tile-items'

interface ImageTileMenuProps {
  readonly tools: TileTools
  readonly link: string | null
  readonly onReplace: () => void
}

/** The items of an image tile's menu. */
export default function ImageTileMenu({ tools, link, onReplace }: ImageTileMenuProps) {
  return (
    <>
      {tools.mayEdit && (
        <>
          <MenuItem icon={Pencil} shortcut="enter" onSelect={() => tools.setEditing(true)}>
            Description, fit and link
          </MenuItem>
          <MenuItem icon={ImageUp} onSelect={onReplace}>
            Replace picture…
          </MenuItem>
        </>
      )}
      {link !== null && (
        <MenuItem icon={ExternalLink} onSelect={() => void window.open(link, '_blank', 'noopener,noreferrer')}>
          Open its link
        </MenuItem>
      )}
      <TileItems tools={tools} />
    </>
  )
}
