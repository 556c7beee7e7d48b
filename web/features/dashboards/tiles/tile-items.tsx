import { Files, Link2, MessageSquare, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import type { TileTools } from './tile-header'

interface TileItemsProps {
  readonly tools: TileTools
  /** False for the heading of a section, which there is one of. */
  readonly mayDuplicate?: boolean
  /** False for a tile that no workspace has yet. */
  readonly hasLink?: boolean
  readonly removeLabel?: string
  /** Items after the first. */
  readonly children?: ReactNode
}

/** The items that end the menu of every tile. */
export function TileItems({
  tools,
  mayDuplicate = true,
  hasLink = true,
  removeLabel = 'Remove from dashboard',
  children,
}: TileItemsProps) {
  return (
    <>
      {tools.mayEdit && mayDuplicate && (
        <MenuItem icon={Files} onSelect={tools.duplicate}>
          Duplicate tile
        </MenuItem>
      )}
      {children}
      {tools.comment !== null && (
        <MenuItem icon={MessageSquare} onSelect={tools.comment}>
          Comments…
        </MenuItem>
      )}
      {hasLink && (
        <MenuItem icon={Link2} onSelect={tools.copyLink}>
          Copy link
        </MenuItem>
      )}
      {tools.mayEdit && (
        <>
          <MenuSeparator />
          <RemoveItem tools={tools} label={removeLabel} />
        </>
      )}
    </>
  )
}

/** The item that takes a tile off its dashboard. */
export function RemoveItem({
  tools,
  label = 'Remove from dashboard',
}: {
  readonly tools: TileTools
  readonly label?: string
}) {
  return (
    <MenuItem icon={Trash2} danger shortcut="delete" onSelect={tools.remove}>
      {label}
    </MenuItem>
  )
}
