'use client'

import { Filter, FilterX, Rows3 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Query, RunItem } from '@tidemark/shared/query/run-query'
import { lazyComponent } from '@/ui/lazy-part'
import { MenuGroup, MenuItem } from '@/ui/popups/menu'
import { PointMenu } from '@/ui/popups/point-menu'
import { rowsAsked, type ChosenMark } from './mark-rows'

const MarkRowsDialog = lazyComponent(() => import('./mark-rows-dialog'))

/** The command that filters by the category of a mark. isOn: it takes a filter back. */
export interface MarkFilter {
  readonly label: string
  readonly isOn: boolean
  readonly choose: () => void
}

export interface MarkMenuSource {
  /** The chart's name. */
  readonly name: string
  readonly query: Query
  /** The query that the chart's result answers. */
  readonly itemOf: () => RunItem
  /** The names of the filters that narrow it. */
  readonly filterNames: readonly string[]
  /** Null where nothing filters by categories. */
  readonly filterOf: ((category: string | null) => MarkFilter | null) | null
}

export interface MarkMenuProps extends MarkMenuSource {
  readonly mark: ChosenMark
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly maySeeRows: boolean
}

interface ShownRows {
  readonly item: RunItem
  readonly label: string
}

/** The menu of a chosen mark, at its place, and the dialog of the rows behind it. */
export default function MarkMenu({
  mark,
  open,
  onOpenChange,
  query,
  itemOf,
  filterNames,
  filterOf,
  maySeeRows,
  name,
}: MarkMenuProps) {
  const [shown, setShown] = useState<ShownRows | null>(null)
  const [areRowsOpen, setRowsOpen] = useState(false)
  const returnFocus = useMemo(() => ({ current: mark.element }), [mark])
  const rowsOf = maySeeRows ? rowsAsked(query, mark) : null
  const filter = mark.category === undefined ? null : (filterOf?.(mark.category) ?? null)
  const onRowsOpenChange = (next: boolean) => {
    setRowsOpen(next)
    // The dialog knows only the item of the menu that it was opened by, which is gone.
    if (!next) setTimeout(() => mark.element.focus({ preventScroll: true }), 0)
  }
  const showRows = () => {
    if (rowsOf === null) return
    setShown({ item: { ...itemOf(), rowsOf: [...rowsOf] }, label: mark.label })
    setRowsOpen(true)
  }
  return (
    // Some browsers open a menu of theirs when the key for it is let go, by then over this one.
    <div className="contents" onContextMenu={(event) => event.preventDefault()}>
      <PointMenu
        open={open}
        point={mark.point}
        focusFirst={mark.isByKeyboard}
        returnFocus={returnFocus}
        label={mark.label}
        onOpenChange={onOpenChange}
      >
        <MenuGroup label={mark.label}>
          {filter !== null && <FilterItem filter={filter} />}
          {rowsOf !== null && (
            <MenuItem icon={Rows3} onSelect={showRows}>
              Show the rows
            </MenuItem>
          )}
          {filter === null && rowsOf === null && (
            <MenuItem disabled onSelect={onNothing}>
              Nothing can be asked about this
            </MenuItem>
          )}
        </MenuGroup>
      </PointMenu>
      {shown !== null && (
        <MarkRowsDialog
          {...shown}
          filterNames={filterNames}
          name={name}
          open={areRowsOpen}
          onOpenChange={onRowsOpenChange}
          isAllowed={maySeeRows}
        />
      )}
    </div>
  )
}

const onNothing = () => undefined

function FilterItem({ filter: { label, isOn, choose } }: { readonly filter: MarkFilter }) {
  return (
    <MenuItem icon={isOn ? FilterX : Filter} onSelect={choose}>
      {label}
    </MenuItem>
  )
}
