import { ArrowDown, ArrowUp, Check, Flag, MessageSquare, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { ReactNode, SyntheticEvent } from 'react'
import type { RuleIcon } from '@tidemark/shared/charts/column-style'
import type { CellLook } from '@tidemark/shared/charts/plot/plot'
import { classNames } from '@/ui/class-names'
import { tooltipProps } from '@/ui/popups/tooltip'
import type { CellPin } from './cell-pins'

/** The icons of rules with their names. */
export const ruleIcons: Readonly<Record<RuleIcon, { readonly Icon: LucideIcon; readonly word: string }>> = {
  up: { Icon: ArrowUp, word: 'up' },
  down: { Icon: ArrowDown, word: 'down' },
  check: { Icon: Check, word: 'tick' },
  cross: { Icon: X, word: 'cross' },
  warning: { Icon: TriangleAlert, word: 'warning' },
  flag: { Icon: Flag, word: 'flag' },
}

const listPx = { width: 96, height: 20 } as const
/** The room of a line's round ends. */
const capPx = 2

/** The inside of a cell with a look: a bar behind its text, an icon before it, a link, a picture or a small chart. */
export function CellContent({
  look,
  text,
  children,
}: {
  readonly look: CellLook
  readonly text: string
  readonly children: ReactNode
}) {
  const { bar, icon, href, picture, list } = look
  return (
    <>
      {bar !== undefined && (
        <span
          aria-hidden
          className="absolute inset-y-1 rounded-[2px]"
          style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%`, background: bar.color }}
        />
      )}
      {icon !== undefined && <RuleSign icon={icon} />}
      {picture !== undefined ? (
        // oxlint-disable-next-line next/no-img-element -- it is within the data
        <img src={picture} alt="" className="inline-block h-6 max-w-full rounded-[2px] object-contain align-middle" />
      ) : list !== undefined ? (
        <ListChart {...list} label={text} />
      ) : href !== undefined ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          className="relative text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
        >
          {children}
        </a>
      ) : (
        <span className="relative">{children}</span>
      )}
    </>
  )
}

function RuleSign({ icon: { name, color } }: { readonly icon: NonNullable<CellLook['icon']> }) {
  const { Icon, word } = ruleIcons[name]
  return (
    <Icon
      role="img"
      aria-label={word}
      className="relative mr-1.5 inline-block size-3.5! align-[-2px]"
      style={{ color }}
    />
  )
}

/** The button of what is pinned to a cell, on the side that its text leaves free. The grid hears nothing of its use. */
export function PinSign({ pin, isAtStart }: { readonly pin: CellPin; readonly isAtStart: boolean }) {
  const keepFromGrid = (event: SyntheticEvent) => event.stopPropagation()
  return (
    <button
      type="button"
      data-part="pin"
      aria-label={pin.label}
      onPointerDown={keepFromGrid}
      onDoubleClick={keepFromGrid}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
      }}
      onClick={(event) => {
        event.stopPropagation()
        pin.open()
      }}
      className={classNames(
        'absolute top-1/2 z-1 inline-flex h-[18px] min-w-[18px] -translate-y-1/2 items-center justify-center rounded-full rounded-bl-none border border-accent bg-raised px-0.5 text-caption font-semibold text-accent tabular hover:bg-accent hover:text-on-accent touch:before:absolute touch:before:-inset-2 print:hidden',
        isAtStart ? 'left-1' : 'right-1',
      )}
      {...tooltipProps(pin.label)}
    >
      {pin.count > 1 ? pin.count : <MessageSquare aria-hidden className="size-2.5!" />}
    </button>
  )
}

/** A list of numbers as bars or as a line, from zero or the lowest. */
export function ListChart({ kind, values, label }: NonNullable<CellLook['list']> & { readonly label: string }) {
  const { width, height } = listPx
  const numbers = values.filter((value) => value !== null)
  const low = Math.min(...numbers, kind === 'bars' ? 0 : Infinity)
  const high = Math.max(...numbers, kind === 'bars' ? 0 : -Infinity)
  const yOf = (value: number) => (high === low ? height / 2 : 1 + ((high - value) / (high - low)) * (height - 2))
  const step = kind === 'bars' ? width / values.length : (width - 2 * capPx) / Math.max(1, values.length - 1)
  return (
    <svg
      role="img"
      aria-label={label.slice(0, 200)}
      width={width}
      height={height}
      className="relative inline-block align-middle"
    >
      {kind === 'bars' ? (
        values.map(
          (value, index) =>
            value !== null && (
              <rect
                key={index}
                x={index * step}
                y={Math.min(yOf(value), yOf(0))}
                width={Math.max(0.5, step - 1)}
                height={Math.max(1, Math.abs(yOf(value) - yOf(0)))}
                fill={value < 0 ? 'var(--series-5)' : 'var(--series-1)'}
              />
            ),
        )
      ) : (
        <path
          d={linePath(values.map((value, index) => (value === null ? null : [capPx + index * step, yOf(value)])))}
          fill="none"
          stroke="var(--series-1)"
          strokeWidth={1.5}
          strokeLinejoin="round"
          // A value without neighbours is a line of no length, which is then a dot.
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}

/** A line that breaks where there is no value. */
function linePath(points: readonly (readonly [number, number] | null)[]): string {
  return points
    .map((point, index) => {
      if (point === null) return ''
      const [before, after] = [points[index - 1], points[index + 1]]
      return `${before ? 'L' : 'M'}${point[0].toFixed(1)},${point[1].toFixed(1)}${before || after ? '' : 'h0'}`
    })
    .join('')
}
