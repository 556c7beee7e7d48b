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
import { describeMark, dotsOf, markAt, markCategory, markCount } from './active-mark'
import { classNames } from '@/ui/class-names'
import { ChartTooltip } from './chart-tooltip'
import { SliceMark } from './chart-marks'
import type { DrawnPlot } from './static-chart'

interface ActiveMarkLayerProps {
  readonly plot: DrawnPlot
  readonly title: string
  /** Chooses the value that a mark stands for: a click on it, or Enter. */
  readonly onCategory?: ((category: string | null) => void) | undefined
  readonly children: ReactNode
}

/** Lets pointer, touch and arrow keys go through the marks: the place pointed at, its tooltip, and its words for screen readers. */
export function ActiveMarkLayer({ plot, title, onCategory, children }: ActiveMarkLayerProps) {
  const root = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(-1)
  const mark = useMemo(() => describeMark(plot, index), [plot, index])
  const at = (event: MouseEvent<HTMLDivElement>) => {
    const origin = event.currentTarget.getBoundingClientRect()
    return markAt(plot, event.clientX - origin.left, event.clientY - origin.top)
  }
  const point = (event: PointerEvent<HTMLDivElement>) => setIndex(at(event))
  // A finger's first touch of a mark only reads it.
  const isTapRead = useRef(false)
  const choose = (chosen: number): boolean => {
    const category = markCategory(plot, chosen)
    if (onCategory === undefined || category === undefined) return false
    onCategory(category)
    return true
  }
  const offersCategories = onCategory !== undefined && markCategory(plot, 0) !== undefined
  const canChoose = onCategory !== undefined && markCategory(plot, index) !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && choose(index)) {
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
      aria-label={`${title}. ${plot.summary} Arrow keys read its values.${offersCategories ? ' Enter filters by one.' : ''}`}
      tabIndex={0}
      onPointerMove={point}
      onPointerDown={(event) => {
        isTapRead.current = event.pointerType === 'touch' && at(event) !== index
        point(event)
      }}
      onClick={(event) => void (isTapRead.current || choose(at(event)))}
      onPointerLeave={() => setIndex(-1)}
      onKeyDown={onKeyDown}
      onBlur={() => setIndex(-1)}
      className={classNames('relative size-full touch-pan-y rounded-row', canChoose && 'cursor-pointer')}
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
