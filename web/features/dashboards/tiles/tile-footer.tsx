import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { StatusDot } from '@/ui/status-dot'

export interface TileNote {
  /** Its texts, from left to right. */
  readonly parts: readonly string[]
  /** All but plain are shown without hovering: the numbers are old, cut or being fetched; note: they are of something else. */
  readonly tone: 'plain' | 'note' | 'accent' | 'warn' | 'bad'
  readonly action?: ReactNode
}

/**
 * The line under a chart: rows, as-of and time taken. It always has its room, so that showing it moves nothing; a compact
 * tile has none to spare, so there it shows only when it matters: what it says first, in the upper corner, clear of the
 * number and its comparison, where a long name fades out before it; or over the lower edge, with a button to press.
 */
export function TileFooter({ note, isCompact }: { readonly note: TileNote; readonly isCompact: boolean }) {
  const isQuiet = note.tone === 'plain'
  const isInCorner = isCompact && !isQuiet && !note.action
  return (
    <footer
      className={classNames(
        'flex items-center gap-1.5 px-3.5 text-caption tabular transition-opacity',
        isInCorner
          ? 'absolute top-2 right-0 h-5 max-w-2/3 rounded-tr-tile bg-surface pl-2 before:absolute before:inset-y-0 before:-left-4 before:w-4 before:bg-linear-to-r before:from-transparent before:to-surface group-focus-within/tile:opacity-0 group-hover/tile:opacity-0'
          : isCompact
            ? 'absolute inset-x-0 bottom-0 h-5 rounded-b-tile bg-surface'
            : '-mt-1 h-[18px] shrink-0 bg-surface rounded-b-tile pb-1',
        isCompact && isQuiet && 'sr-only',
        !isCompact &&
          isQuiet &&
          'opacity-0 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 group-data-[selected]/tile:opacity-100',
        note.tone === 'bad' ? 'text-bad' : isQuiet || note.tone === 'note' ? 'text-muted' : 'text-text',
      )}
    >
      {note.tone !== 'plain' && note.tone !== 'note' && <StatusDot tone={note.tone} />}
      <span className="truncate" title={note.parts.join(' · ')}>
        {isInCorner ? note.parts[0] : note.parts.join('  ·  ')}
        {isInCorner && <span className="sr-only"> · {note.parts.slice(1).join(' · ')}</span>}
      </span>
      {note.action}
    </footer>
  )
}

export function FooterButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="shrink-0 rounded-row px-1 font-medium text-accent hover:underline"
    >
      {label}
    </button>
  )
}
