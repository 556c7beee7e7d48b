'use client'

import { MessageSquare } from 'lucide-react'
import type { Tile } from '@tidemark/shared/dashboards/dashboard'
import { tooltipProps } from '@/ui/popups/tooltip'
import { askForComments } from './asked-comments'

interface TileCommentsProps {
  readonly tile: Tile
  /** The tile's name. */
  readonly name: string
  /** How many open threads there are about it and its marks. */
  readonly count: number
}

/** The number of open threads about a tile and its marks, at its edge; it opens them. */
export default function TileComments({ tile: { dashboardId, id: tileId }, name, count }: TileCommentsProps) {
  const label = count === 1 ? `1 open thread on ${name}` : `${count} open threads on ${name}`
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => askForComments(dashboardId, { kind: 'tile', tileId })}
      className="absolute -top-2 left-3 z-2 inline-flex h-[18px] items-center gap-1 rounded-full border border-line bg-raised px-1.5 text-caption font-semibold text-accent shadow-tile tabular hover:border-accent touch:before:absolute touch:before:-inset-3 print:hidden"
      {...tooltipProps(label)}
    >
      <MessageSquare aria-hidden className="size-3!" />
      {count}
    </button>
  )
}
