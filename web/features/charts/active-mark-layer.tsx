import {
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import type { CartesianPlot } from '@tidemark/shared/charts/plot/plot'
import { describeMark, dotsOf, markAt, markCategory, markCount, rowsOfMark, seriesAt } from './active-mark'
import { usePageEnvironment } from '@/client/page-environment'
import { classNames } from '@/ui/class-names'
import { ChartTooltip } from './chart-tooltip'
import { SliceMark } from './chart-marks'
import type { ChosenMark } from './mark-rows'
import type { DrawnPlot } from './static-chart'

interface ActiveMarkLayerProps {
  readonly plot: DrawnPlot
  readonly title: string
  /** Chooses the value that a mark stands for: a click on it, or Enter. */
  readonly onCategory?: ((category: string | null) => void) | undefined
  /** Opens what can be done with a mark: the menu key or button, and a click or Enter where that chooses nothing. */
  readonly onMark?: ((mark: Omit<ChosenMark, 'data'>) => void) | undefined
  readonly children: ReactNode
}

/** Lets pointer, touch and arrow keys go through the marks: the place pointed at, its tooltip, and its words for screen readers. */
export function ActiveMarkLayer({ plot, title, onCategory, onMark, children }: ActiveMarkLayerProps) {
  const { locale } = usePageEnvironment()
  const root = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(-1)
  const mark = useMemo(() => describeMark(plot, index, locale), [plot, index, locale])
  const pixelOf = (event: MouseEvent<HTMLDivElement>) => {
    const origin = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - origin.left, y: event.clientY - origin.top }
  }
  const at = (event: MouseEvent<HTMLDivElement>) => {
    const { x, y } = pixelOf(event)
    return markAt(plot, x, y)
  }
  // The key for menus comes as an event of the pointer.
  const isByKeyboard = useRef(false)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    isByKeyboard.current = false
    setIndex(at(event))
  }
  // A finger's first touch of a mark only reads it.
  const isTapRead = useRef(false)
  const choose = (chosen: number): boolean => {
    const category = markCategory(plot, chosen)
    if (onCategory === undefined || category === undefined) return false
    onCategory(category)
    return true
  }
  // The mark is read on where it was when the menu closes.
  const leftAt = useRef(-1)
  const openMenu = (chosen: number, event: MouseEvent<HTMLDivElement> | null): boolean => {
    const element = root.current
    const pixel = event === null ? null : pixelOf(event)
    const rows = rowsOfMark(plot, chosen, pixel === null ? null : seriesAt(plot, chosen, pixel.x, pixel.y))
    if (onMark === undefined || element === null || rows === null) return false
    const origin = element.getBoundingClientRect()
    const middle = describeMark(plot, chosen, locale) ?? { x: 0, y: 0 }
    onMark({
      ...rows,
      category: markCategory(plot, chosen),
      point:
        event === null
          ? { x: origin.left + middle.x, y: origin.top + middle.y }
          : { x: event.clientX, y: event.clientY },
      element,
      isByKeyboard: event === null,
    })
    leftAt.current = event === null ? chosen : -1
    setIndex(-1)
    return true
  }
  const offersCategories = onCategory !== undefined && markCategory(plot, 0) !== undefined
  const canChoose =
    index >= 0 &&
    ((onCategory !== undefined && markCategory(plot, index) !== undefined) ||
      (onMark !== undefined && rowsOfMark(plot, index, null) !== null))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    isByKeyboard.current = true
    if (event.key === 'Enter' && ((!event.shiftKey && choose(index)) || openMenu(index, null))) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const next = indexAfterKey(event.key, index, markCount(plot))
    if (next === null) return
    if (event.key === 'Escape' && index < 0) return
    event.preventDefault()
    event.stopPropagation()
    setIndex(next)
  }
  return (
    <div
      ref={root}
      role="application"
      aria-roledescription="chart"
      aria-label={`${title}. ${plot.summary} Arrow keys read its values.${enterText(offersCategories, onMark !== undefined)}`}
      tabIndex={0}
      onPointerMove={point}
      onPointerDown={(event) => {
        isTapRead.current = event.pointerType === 'touch' && at(event) !== index
        point(event)
      }}
      onClick={(event) => void (isTapRead.current || choose(at(event)) || openMenu(at(event), event))}
      onContextMenu={(event) => {
        if (isByKeyboard.current ? openMenu(index, null) : openMenu(at(event), event)) event.preventDefault()
      }}
      onPointerLeave={() => setIndex(-1)}
      onKeyDown={onKeyDown}
      onBlur={() => setIndex(-1)}
      onFocus={() => {
        if (leftAt.current >= 0) setIndex(leftAt.current)
        leftAt.current = -1
      }}
      className={classNames(
        'relative size-full touch-pan-y rounded-row -outline-offset-2',
        canChoose && 'cursor-pointer',
      )}
    >
      {mark !== null && plot.kind === 'cartesian' && <SlotCursor plot={plot} index={index} />}
      <div aria-hidden className="relative">
        {children}
      </div>
      {mark !== null && <ActiveShapes plot={plot} index={index} />}
      {mark !== null && <ChartTooltip mark={mark} origin={root} />}
      <div role="status" className="sr-only">
        {mark === null
          ? ''
          : [mark.title, ...mark.rows.map((row) => `${row.label} ${row.text} ${row.share}`.trim()), mark.note]
              .filter(Boolean)
              .join('; ')}
      </div>
    </div>
  )
}

function enterText(filters: boolean, hasMenu: boolean): string {
  if (filters) return ` Enter filters by one.${hasMenu ? ' Shift Enter says what else can be done with it.' : ''}`
  return hasMenu ? ' Enter says what can be done with one.' : ''
}

function indexAfterKey(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, index + 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return index < 0 ? count - 1 : Math.max(0, index - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Escape':
      return -1
    default:
      return null
  }
}

const overlay = { position: 'absolute', inset: 0, overflow: 'visible', pointerEvents: 'none' } as const

/** Under the marks: the band of bars, or a line where lines and areas are read. */
function SlotCursor({ plot, index }: { readonly plot: CartesianPlot; readonly index: number }) {
  const { box, slots, series } = plot
  const slot = slots[index]
  if (slot === undefined) return null
  const rows = plot.orientation === 'horizontal'
  if (!series.some(({ mark }) => mark === 'bar')) {
    return (
      <svg aria-hidden width={plot.widthPx} height={plot.heightPx} style={overlay}>
        <line
          x1={slot.px}
          x2={slot.px}
          y1={box.y}
          y2={box.y + box.height}
          stroke="var(--color-line-strong)"
          shapeRendering="crispEdges"
        />
      </svg>
    )
  }
  const bandPx = (rows ? box.height : box.width) / slots.length
  const band = rows
    ? { x: box.x, y: slot.px - bandPx / 2, width: plot.widthPx - box.x, height: bandPx }
    : { x: slot.px - bandPx / 2, y: box.y, width: bandPx, height: box.height }
  return (
    <svg aria-hidden width={plot.widthPx} height={plot.heightPx} style={overlay}>
      <rect {...band} rx={3} fill="var(--color-hover)" />
    </svg>
  )
}

/** Over the marks: the points on lines, the dot, the slice. */
function ActiveShapes({ plot, index }: { readonly plot: DrawnPlot; readonly index: number }) {
  return (
    <svg aria-hidden width={plot.widthPx} height={plot.heightPx} style={overlay}>
      {plot.kind === 'cartesian' &&
        plot.series.map((series) => {
          const point = series.points[index]
          return series.mark === 'bar' || point === undefined || point.high === null ? null : (
            <circle
              key={series.id}
              cx={point.px}
              cy={point.highPx}
              r={4.5}
              fill={series.color}
              stroke="var(--color-surface)"
              strokeWidth={2}
            />
          )
        })}
      {plot.kind === 'scatter' &&
        dotsOf(plot)
          .slice(index, index + 1)
          .map(({ dot, series }) => (
            <circle
              key="dot"
              cx={dot.px}
              cy={dot.py}
              r={dot.radius + 1.5}
              fill={series.color}
              stroke="var(--color-text)"
              strokeWidth={1.25}
            />
          ))}
      {plot.kind === 'pie' &&
        plot.slices
          .slice(index, index + 1)
          .map((slice) => (
            <SliceMark key={slice.id} slice={slice} plot={{ ...plot, outerRadius: plot.outerRadius + 3 }} />
          ))}
    </svg>
  )
}
