import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '@/ui/class-names'
import type { ActiveMark } from './active-mark'
import { SeriesSwatch } from './series-swatch'

const gapPx = 12
const edgePx = 8

/**
 * What is at the place pointed at, beside the mark rather than over it and inside the window. Lies over the whole page, because
 * tiles cut off what leaves them. origin: the drawing, whose pixels the mark counts in.
 */
export function ChartTooltip({
  mark,
  origin,
}: {
  readonly mark: ActiveMark
  readonly origin: RefObject<HTMLElement | null>
}) {
  // One below another they begin at one edge.
  const isWide = mark.rows.some(({ dash = '' }) => dash !== '')
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null)
  useLayoutEffect(() => {
    if (box.current === null || origin.current === null) return
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { left: originX, top: originY } = origin.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const right = originX + mark.x + gapPx
    const left = right + width <= clientWidth - edgePx ? right : originX + mark.x - gapPx - width
    setPlace({
      left: Math.max(edgePx, left),
      top: Math.max(edgePx, Math.min(originY + mark.y - height / 2, clientHeight - height - edgePx)),
    })
  }, [mark, origin])
  return createPortal(
    <div
      ref={box}
      aria-hidden
      data-part="tooltip"
      className="pointer-events-none fixed z-50 w-max max-w-80 rounded-control border border-line bg-raised px-3 py-2 text-small shadow-pop"
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {mark.title !== '' && <div className="mb-1 text-muted">{mark.title}</div>}
      <table className="border-separate border-spacing-0 tabular-nums">
        <tbody>
          {mark.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="max-w-44 truncate py-px pr-5 text-left font-normal">
                {row.color !== '' && (
                  <span className={classNames('mr-2 inline-flex', isWide && 'w-5')}>
                    <SeriesSwatch of={row} />
                  </span>
                )}
                {row.label}
              </th>
              <td className="text-right font-semibold whitespace-nowrap">{row.text}</td>
              {row.share !== '' && <td className="pl-1.5 text-right whitespace-nowrap text-muted">{row.share}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {mark.note !== '' && <div className="mt-1 text-caption text-muted">{mark.note}</div>}
    </div>,
    document.body,
  )
}
