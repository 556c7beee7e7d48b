import { ChevronDown, ChevronRight, Ellipsis, GripVertical } from 'lucide-react'
import type { PointerEvent } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { usePageEnvironment } from '@/client/page/page-environment'
import { classNames } from '@/ui/class-names'
import { IconButton } from '@/ui/buttons/icon-button'
import { InlineEdit } from '@/ui/fields/inline-edit'
import { lazyComponent } from '@/ui/lazy-part'
import { Menu } from '@/ui/popups/menu'
import { tooltipProps } from '@/ui/popups/tooltip'
import { untouchableUnseen } from './tile-frame'
import type { TileTools } from './tile-header'

const TextTileMenu = lazyComponent(() => import('./text-tile-menu'))

interface HeadingTileProps {
  readonly name: string
  /** Tiles of its section while that is collapsed; null while it is open. */
  readonly hiddenCount: number | null
  readonly tools: TileTools
  readonly onCollapse: (isCollapsed: boolean) => void
  readonly onRename: (name: string) => void
}

/** The heading of a section: its name, and the button that hides its tiles from this reader alone. */
export function HeadingTile({ name, hiddenCount, tools, onCollapse, onRename }: HeadingTileProps) {
  const { locale } = usePageEnvironment()
  const isOpen = hiddenCount === null
  const grab = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !(event.target instanceof HTMLInputElement)) tools.onGrab?.(event)
  }
  return (
    <header
      className={classNames(
        'flex h-full min-w-0 items-center gap-1 border-b border-line pr-2',
        tools.onGrab !== null && 'cursor-grab active:cursor-grabbing',
      )}
      onPointerDown={grab}
    >
      <IconButton
        icon={isOpen ? ChevronDown : ChevronRight}
        size="sm"
        label={`${isOpen ? 'Collapse' : 'Expand'} ${name}`}
        aria-expanded={isOpen}
        onClick={() => onCollapse(isOpen)}
        // An open section is the usual state, unlike an open menu.
        className="aria-expanded:not-hover:bg-transparent! print:hidden"
      />
      <h2 className="ml-1 flex min-w-0 items-center text-title">
        <InlineEdit
          value={name}
          label="Section name"
          isReadOnly={!tools.mayEdit}
          editing={tools.isEditing}
          onEditingChange={tools.setEditing}
          onCommit={onRename}
        />
      </h2>
      {!isOpen && <span className="shrink-0 text-small text-muted">{plural(locale, hiddenCount, 'tile')}</span>}
      <div
        className={classNames(
          'ml-auto flex opacity-0 transition-opacity group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 group-data-[selected]/tile:opacity-100 has-[[aria-expanded=true]]:opacity-100 print:invisible',
          untouchableUnseen,
        )}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {tools.onGrab !== null && (
          <span
            aria-hidden
            className="inline-flex size-6 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover max-[640px]:hidden touch:size-11"
            onPointerDown={tools.onGrab}
            {...tooltipProps('Drag to move the section', 'alt+arrows')}
          >
            <GripVertical />
          </span>
        )}
        <Menu
          label={`Menu of ${name}`}
          align="end"
          trigger={<IconButton icon={Ellipsis} size="sm" label={`Menu of ${name}`} />}
        >
          <TextTileMenu tools={tools} isHeading />
        </Menu>
      </div>
    </header>
  )
}
