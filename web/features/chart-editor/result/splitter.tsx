'use client'

import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

export interface SplitterProps {
  /** The name of the resized part, such as `Height of the editor`. */
  readonly label: string
  readonly sizePx: number
  readonly minPx: number
  readonly maxPx: number
  /** The side of the bar on which the resized part is. */
  readonly part: 'above' | 'below'
  readonly onChange: (sizePx: number) => void
}

const stepPx = 16

/** A bar between two parts of a column, dragged or moved with the arrow keys, Home and End. */
export function Splitter({ label, sizePx, minPx, maxPx, part, onChange }: SplitterProps) {
  const start = useRef<{ readonly y: number; readonly sizePx: number } | null>(null)
  const grows = part === 'above' ? 1 : -1
  const change = (next: number) => onChange(Math.round(Math.max(minPx, Math.min(next, maxPx))))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: sizePx + stepPx * grows, ArrowUp: sizePx - stepPx * grows, Home: minPx, End: maxPx }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const sibling =
      part === 'above' ? event.currentTarget.previousElementSibling : event.currentTarget.nextElementSibling
    start.current = { y: event.clientY, sizePx: sibling?.getBoundingClientRect().height ?? sizePx }
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={sizePx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      onKeyDown={onKeyDown}
      onPointerDown={grab}
      onPointerMove={(event) =>
        start.current !== null && change(start.current.sizePx + (event.clientY - start.current.y) * grows)
      }
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      className="group relative z-20 h-px shrink-0 cursor-row-resize touch-none bg-line forced-color-adjust-none outline-offset-2 max-md:hidden print:hidden before:absolute before:inset-x-0 before:-top-1 before:h-2 hover:bg-accent active:bg-accent"
    />
  )
}
