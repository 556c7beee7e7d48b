import { Ellipsis, Rows3, type LucideIcon } from 'lucide-react'
import type { ChangePart, ExplainedChange } from '@tidemark/shared/exploration/explain-change'
import { valueText } from '@tidemark/shared/query/value-words'
import { IconButton } from '@/ui/buttons/icon-button'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { partText, type ChangeWords } from './explain-words'

interface ColumnPartsProps {
  readonly name: string
  readonly explained: ExplainedChange
  /** The most values that have a sentence of their own. */
  readonly mostShown: number
  /** The part that has the longest bar. */
  readonly largest: number
  /** The whole change, of which each part is told as a percentage; null where that says nothing. */
  readonly whole: number | null
  readonly words: ChangeWords
  /** The divisor of a ratio, as it is written. */
  readonly below: string | null
  readonly waysOf: (part: ChangePart) => ValueWays
}

/** Says of the values of a column, or of two together, what each has to do with a change, and the rest in one sentence. */
export function ExplainedColumnParts({
  name,
  explained: { parts, rest, kind },
  mostShown,
  largest,
  whole,
  words,
  below,
  waysOf,
}: ColumnPartsProps) {
  const shown = parts.slice(0, mostShown)
  const left = parts.slice(mostShown).reduce((sum, { change }) => sum + change, rest)
  const others = parts.length - shown.length
  const shareOf = (change: number) => whole !== null && <ShareOfChange text={words.percent(change / whole)} />
  return (
    <section aria-label={name}>
      <div className="flex items-baseline justify-between gap-3 pb-1 text-small">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        {whole !== null && <span className="shrink-0 text-muted">Share of the change</span>}
      </div>
      <ul className="flex flex-col gap-1">
        {shown.map((part) => (
          <li key={JSON.stringify(part.values)} className={lineClass}>
            <span className="min-w-0 flex-1 break-words">{partText(part, words, below)}</span>
            <ChangeBar share={part.change / largest} />
            {shareOf(part.change)}
            <PartWays
              called={`${name}: ${part.values.map((value) => valueText(value)).join(' · ')}`}
              ways={waysOf(part)}
            />
          </li>
        ))}
        {kind !== 'apart' && others > 0 && (
          <li className={`${lineClass} text-muted`}>
            <span className="min-w-0 flex-1">
              {others === 1 ? 'One other value' : `${others} other values`}: {words.signed(left)} in all.
            </span>
            {shareOf(left)}
            <span aria-hidden className="w-12 touch:w-22" />
          </li>
        )}
        {kind === 'ratio' && others <= 0 && Math.abs(rest) > largest / 1000 && (
          <li className="text-muted">Of no value alone, since there is nothing to divide by: {words.signed(rest)}.</li>
        )}
      </ul>
    </section>
  )
}

const lineClass = 'flex items-center gap-3 max-sm:gap-2'

/** A percentage of the change, whose signs stand below each other. */
function ShareOfChange({ text }: { readonly text: string }) {
  return <span className="w-17 shrink-0 text-right whitespace-nowrap tabular-nums">{text}</span>
}

/** The ways on from a value of a column. */
export interface ValueWays {
  readonly showRows: () => void
  readonly actions: readonly ValueAction[]
}

interface ValueAction {
  readonly label: string
  readonly icon: LucideIcon
  readonly choose: () => void
}

interface PartWaysProps {
  /** The value with its column, in words. */
  readonly called: string
  readonly ways: ValueWays
}

/** The buttons for the ways on from a value. */
function PartWays({ called, ways: { showRows, actions } }: PartWaysProps) {
  return (
    <span className="flex shrink-0">
      <IconButton icon={Rows3} size="sm" label={`Show the rows of ${called}`} onClick={showRows} />
      {actions.length > 0 && (
        <Menu label={called} align="end" trigger={<IconButton icon={Ellipsis} size="sm" label={`Follow ${called}`} />}>
          {actions.map(({ label, icon, choose }) => (
            <MenuItem key={label} icon={icon} onSelect={choose}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  )
}

/** A bar to the right for more and to the left for less, each in a colour of its own, as in grids. share: -1 to 1. */
function ChangeBar({ share }: { readonly share: number }) {
  const width = `${Math.abs(share) * 50}%`
  return (
    <span aria-hidden className="relative h-3 w-24 shrink-0 rounded-row bg-sunken max-sm:hidden">
      <span
        className={`absolute inset-y-0 ${share < 0 ? 'right-1/2' : 'left-1/2'}`}
        style={{ width, background: share < 0 ? 'var(--series-5)' : 'var(--series-1)' }}
      />
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
    </span>
  )
}
