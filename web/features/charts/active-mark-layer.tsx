import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { Dot, Rectangle, Surface } from 'recharts'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type { CartesianPlot, DrawnPlot, Shape } from '@tidemark/shared/charts/plot/plot'
import {
  describeMark,
  dotsOf,
  markAt,
  markCount,
  markHint,
  markOfElement,
  markOfNextPanel,
  panelMarkAt,
  rowsOfMark,
  seriesAt,
  textOfMark,
  type ActiveMark,
  type MarkInput,
} from './active-mark'
import { cssZoom } from '@/ui/css-zoom'
import { usePageEnvironment } from '@/client/page/page-environment'
import { classNames } from '@/ui/class-names'
import { useLongPress } from '@/ui/use-long-press'
import { ShapeForm, SliceMark } from './chart-marks'
import { valuesNamed, type ChosenMark } from './mark-rows'
import type { LayerSelecting } from './selections/mark-selecting'
import { SelectedVeil } from './selections/selected-veil'
import { selectionAfter, type Selection } from './selections/selection'
import { selectionOfMark } from './selections/selection-of-mark'
import { useBrush } from './selections/use-brush'
import { SeriesSwatch } from './series-swatch'

interface ActiveMarkLayerProps {
  readonly plot: DrawnPlot
  readonly title: string
  /** Opens what can be done with a mark: the menu key or button, and a click or Enter where that chooses nothing. */
  readonly onMark?: ((mark: Omit<ChosenMark, 'data'>) => void) | undefined
  /** How marks are chosen; absent where that filters nothing. */
  readonly selecting?: LayerSelecting | undefined
  /** The drawing, which says nothing by itself. */
  readonly children: ReactNode
}

type PlaceInWindow = Pick<PointerEvent, 'clientX' | 'clientY'>

/** Lets pointer, touch and arrow keys go through the marks: the place pointed at, its tooltip, and its words for screen readers. */
export function ActiveMarkLayer({ plot, title, onMark, selecting, children }: ActiveMarkLayerProps) {
  const { locale } = usePageEnvironment()
  const root = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(-1)
  const mark = useMemo(() => describeMark(plot, index, locale), [plot, index, locale])
  const pixelOf = ({ clientX, clientY }: PlaceInWindow) => {
    const element = root.current
    if (element === null) return { x: 0, y: 0 }
    const origin = element.getBoundingClientRect()
    const zoom = cssZoom(element)
    return { x: (clientX - origin.left) / zoom, y: (clientY - origin.top) / zoom }
  }
  const at = (event: PlaceInWindow & { readonly target: EventTarget }) => {
    const { x, y } = pixelOf(event)
    return plot.kind === 'shapes' ? (markOfElement(event.target) ?? -1) : markAt(plot, x, y)
  }
  // The key for menus comes as an event of the pointer.
  const isByKeyboard = useRef(false)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    isByKeyboard.current = false
    setInput(event.pointerType === 'touch' ? 'touch' : 'mouse')
    setIndex(at(event))
  }
  const [input, setInput] = useState<MarkInput>('mouse')
  const brush = useBrush(plot, selecting)
  const said = brush.begun === null ? '' : rangeText
  const source = selecting?.source
  const select = (chosen: number, isMore: boolean): boolean => {
    const own = selectionAt(plot, chosen, source)
    if (own.length > 0) selecting?.choose(selectionAfter(selecting.chosen, own, isMore))
    return own.length > 0
  }
  const choose = (chosen: number): boolean => selecting?.isOnClick === true && select(chosen, false)
  // The mark is read on where it was when the menu closes.
  const leftAt = useRef(-1)
  const openMenu = (chosen: number, event: PlaceInWindow | null, isMain: boolean): boolean => {
    const element = root.current
    const pixel = event === null ? null : pixelOf(event)
    const seriesId = pixel === null ? null : seriesAt(plot, chosen, pixel.x, pixel.y)
    const rows = rowsOfMark(plot, chosen, seriesId)
    if (onMark === undefined || element === null || rows === null) return false
    const origin = element.getBoundingClientRect()
    const zoom = cssZoom(element)
    const middle = describeMark(plot, chosen, locale) ?? { x: 0, y: 0 }
    onMark({
      ...rows,
      text: textOfMark(plot, chosen, seriesId, locale),
      values: valuesNamed(rows.conditions),
      point:
        event === null
          ? { x: origin.left + middle.x * zoom, y: origin.top + middle.y * zoom }
          : { x: event.clientX, y: event.clientY },
      element,
      isByKeyboard: event === null,
      isMain,
      ...(brush.isOffered ? { beginRange: () => brush.begin(chosen) } : {}),
    })
    leftAt.current = event === null ? chosen : -1
    setIndex(-1)
    return true
  }
  // A finger has no other button.
  const held = useLongPress((target, clientX, clientY) => {
    const place = { target, clientX, clientY }
    return openMenu(at(place), place, false)
  })
  const release = () => {
    held.release()
    brush.release()
  }
  const isOnClick = selecting?.isOnClick === true
  const offersFilters = useMemo(() => isOnClick && selectionAt(plot, 0, source).length > 0, [isOnClick, plot, source])
  const filters = isOnClick && index >= 0 && selectionAt(plot, index, source).length > 0
  const hasMenu = index >= 0 && onMark !== undefined && rowsOfMark(plot, index, null) !== null
  const onKeyDown = (event: KeyboardEvent) => {
    const isMore = event.ctrlKey || event.metaKey
    if (event.altKey || (isMore && event.key !== 'Enter')) return
    isByKeyboard.current = true
    setInput('keyboard')
    const isRange = event.shiftKey && event.key.startsWith('Arrow') && brush.isOffered
    const extended = isRange ? indexAfterKey(event.key, index, markCount(plot)) : null
    const isTaken =
      (isMore && select(index, true)) ||
      (event.key === 'Escape' && brush.clear()) ||
      (event.key === 'Enter' && brush.end(index)) ||
      (extended !== null && brush.extend(index, extended))
    if (isTaken) {
      event.preventDefault()
      event.stopPropagation()
      if (extended !== null) setIndex(extended)
      return
    }
    if (isMore) return
    if (event.key === 'Enter' && ((!event.shiftKey && choose(index)) || openMenu(index, null, !event.shiftKey))) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const next = indexOfPanelKey(event.key, index, plot) ?? indexAfterKey(event.key, index, markCount(plot))
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
      aria-label={`${title}. ${plot.summary} Arrow keys read its values.${plot.kind === 'panels' ? ' Page Up and Page Down go to another panel.' : ''}${enterText(offersFilters, onMark !== undefined)}${selectText(selecting, brush.isOffered)}`}
      tabIndex={0}
      onPointerMove={(event) => {
        held.move(event)
        if (brush.move(event, pixelOf(event))) setIndex(-1)
        else point(event)
      }}
      onPointerDown={(event) => {
        point(event)
        held.press(event)
        brush.press(event, pixelOf(event))
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={(event) => {
        const chosen = at(event)
        if (held.isTaken() || brush.tookClick() || brush.end(chosen)) return
        if ((event.ctrlKey || event.metaKey) && select(chosen, true)) return
        void (choose(chosen) || openMenu(chosen, event, true))
      }}
      onContextMenu={(event) => {
        if (!isByKeyboard.current && held.isTaken()) return event.preventDefault()
        if (isByKeyboard.current ? openMenu(index, null, false) : openMenu(at(event), event, false))
          event.preventDefault()
      }}
      onPointerLeave={() => setIndex(-1)}
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onBlur={() => {
        // A dialog may take the focus for a while.
        if (isByKeyboard.current && index >= 0) leftAt.current = index
        setIndex(-1)
      }}
      onFocus={() => {
        if (leftAt.current >= 0) setIndex(leftAt.current)
        leftAt.current = -1
      }}
      className={classNames(
        'relative size-full touch-pan-y rounded-row -outline-offset-2',
        brush.isOffered && 'select-none',
        (filters || hasMenu) && 'cursor-pointer',
      )}
    >
      {mark !== null && <SlotCursors plot={plot} index={index} />}
      {children}
      {selecting?.chosenMarks != null && (
        <Overlay plot={plot}>
          <SelectedVeil plot={plot} chosen={selecting.chosenMarks} />
        </Overlay>
      )}
      {brush.box !== null && (
        <Overlay plot={plot}>
          <rect
            data-part="brush"
            {...brush.box}
            fill="var(--color-accent)"
            fillOpacity={0.1}
            stroke="var(--color-accent)"
            strokeOpacity={0.6}
          />
        </Overlay>
      )}
      {mark !== null && <ActiveShapes plot={plot} index={index} />}
      {brush.begun !== null && (
        <>
          <ActiveShapes plot={plot} index={brush.begun} />
          <p
            // The status says it too. Above it are the tile's buttons.
            aria-hidden
            className="pointer-events-none absolute inset-x-1 top-5 mx-auto w-fit rounded-control border border-line bg-raised px-2 py-1 text-small text-text shadow-pop"
          >
            {rangeText}
          </p>
        </>
      )}
      {mark !== null && (
        <ChartTooltip
          mark={mark}
          hint={markHint({ filters, hasMenu, opens: selecting?.opensOnClick === true }, input)}
          origin={root}
        />
      )}
      <div role="status" className="sr-only">
        {mark === null
          ? said
          : [
              said,
              selecting?.chosenMarks?.has(index) === true ? 'Chosen' : '',
              mark.title,
              ...mark.rows.map((row) => `${row.label} ${row.text} ${row.share}`.trim()),
              mark.note,
            ]
              .filter(Boolean)
              .join('; ')}
      </div>
    </div>
  )
}

const rangeText = 'Choose the mark where the range ends.'

/** Returns the selection of a mark; empty where it filters nothing. */
function selectionAt(plot: DrawnPlot, index: number, source: LayerSelecting['source'] | undefined): Selection {
  const mark = source === undefined ? null : rowsOfMark(plot, index, null)
  return source === undefined || mark === null ? [] : selectionOfMark({ ...mark, values: [] }, source)
}

function enterText(filters: boolean, hasMenu: boolean): string {
  if (filters) return ` Enter filters by one.${hasMenu ? ' Shift Enter says what else can be done with it.' : ''}`
  return hasMenu ? ' Enter says what can be done with one.' : ''
}

function selectText(selecting: LayerSelecting | undefined, hasRanges: boolean): string {
  if (selecting === undefined) return ''
  return ` Control Enter filters the other charts by one more.${hasRanges ? ' Shift with arrow keys chooses a range.' : ''}${selecting.chosen === null ? '' : ' Escape clears what is chosen.'}`
}

function indexOfPanelKey(key: string, index: number, plot: DrawnPlot): number | null {
  return key === 'PageDown' || key === 'PageUp' ? markOfNextPanel(plot, index, key === 'PageDown' ? 1 : -1) : null
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

/** Lies over the drawing, pixel for pixel. */
function Overlay({ plot, children }: { readonly plot: DrawnPlot; readonly children: ReactNode }) {
  return (
    <Surface
      aria-hidden
      width={plot.widthPx}
      height={plot.heightPx}
      className="pointer-events-none absolute inset-0 overflow-visible tabular-nums"
    >
      {children}
    </Surface>
  )
}

/** Under the marks of a chart with slots, or of the panel that is read. */
function SlotCursors({ plot, index }: { readonly plot: DrawnPlot; readonly index: number }) {
  if (plot.kind === 'cartesian') return <SlotCursor plot={plot} index={index} />
  const found = plot.kind === 'panels' ? panelMarkAt(plot, index) : null
  if (found === null || found.panel.plot.kind !== 'cartesian') return null
  const { x, plotY, plot: one } = { ...found.panel, plot: found.panel.plot }
  return (
    <div className="absolute" style={{ left: x, top: plotY, width: one.widthPx, height: one.heightPx }}>
      <SlotCursor plot={one} index={found.slot} />
    </div>
  )
}

/** Under the marks: the band of bars, or a line where lines and areas are read. */
function SlotCursor({ plot, index }: { readonly plot: CartesianPlot; readonly index: number }) {
  const { box, slots, series } = plot
  const slot = slots[index]
  if (slot === undefined) return null
  const rows = plot.orientation === 'horizontal'
  if (!series.some(({ mark }) => mark === 'bar')) {
    return (
      <Overlay plot={plot}>
        <line
          x1={slot.px}
          x2={slot.px}
          y1={box.y}
          y2={box.y + box.height}
          stroke="var(--color-line-strong)"
          shapeRendering="crispEdges"
        />
      </Overlay>
    )
  }
  const bandPx = (rows ? box.height : box.width) / slots.length
  const band = rows
    ? { x: box.x, y: slot.px - bandPx / 2, width: plot.widthPx - box.x, height: bandPx }
    : { x: slot.px - bandPx / 2, y: box.y, width: bandPx, height: box.height }
  return (
    <Overlay plot={plot}>
      <Rectangle {...band} radius={3} fill="var(--color-hover)" />
    </Overlay>
  )
}

/** Over the marks: the points on lines, the dot, the slice. */
function ActiveShapes({ plot, index }: { readonly plot: DrawnPlot; readonly index: number }) {
  return <Overlay plot={plot}>{activeShapes(plot, index)}</Overlay>
}

function activeShapes(plot: DrawnPlot, index: number): ReactNode {
  switch (plot.kind) {
    case 'cartesian':
      return plot.series.map((series) => {
        const point = series.points[index]
        return series.mark === 'bar' || point === undefined || point.high === null ? null : (
          <Dot
            key={series.id}
            cx={point.px}
            cy={point.highPx}
            r={4.5}
            fill={series.color}
            stroke="var(--color-surface)"
            strokeWidth={2}
          />
        )
      })
    case 'scatter': {
      const found = dotsOf(plot)[index]
      if (found === undefined) return null
      const { dot, series } = found
      const border = { stroke: 'var(--color-text)', strokeWidth: 1.25 }
      if (dot.cell !== undefined) {
        const { x, y, width, height } = dot.cell
        return <Rectangle x={x} y={y} width={width} height={height} fill="none" {...border} />
      }
      return <Dot cx={dot.px} cy={dot.py} r={dot.radius + 1.5} fill={series.color} {...border} />
    }
    case 'pie': {
      const slice = plot.slices[index]
      if (slice === undefined) return null
      return <SliceMark slice={slice} plot={{ ...plot, outerRadius: plot.outerRadius + 3 }} />
    }
    case 'panels': {
      const found = panelMarkAt(plot, index)
      return (
        found !== null && (
          <g transform={`translate(${found.panel.x} ${found.panel.plotY})`}>
            {activeShapes(found.panel.plot, found.slot)}
          </g>
        )
      )
    }
    case 'shapes':
      return plot.shapes
        .filter(({ mark }) => mark === index)
        .map((shape, at) => <ShapeForm key={at} shape={{ ...shape, mark: null, ...emphasisOf(shape) }} />)
    default:
      return assertNever(plot)
  }
}

/** A form has an edge while it is pointed at; a band that is only a line is stronger. */
function emphasisOf({ fill, opacity, strokeOpacity }: Shape): Partial<Shape> {
  return fill === 'none' && strokeOpacity !== undefined && opacity === undefined
    ? { strokeOpacity: 0.5 }
    : { fill: 'none', stroke: 'var(--color-text)', strokePx: 1.25 }
}

const gapPx = 12
const edgePx = 8

/**
 * The tooltip of a mark, beside the mark rather than over it and inside the window. Lies over the whole page, because
 * tiles cut off what leaves them. origin: the drawing, whose pixels the mark counts in.
 */
function ChartTooltip({
  mark,
  hint,
  origin,
}: {
  readonly mark: ActiveMark
  readonly hint: string
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
    const zoom = cssZoom(origin.current)
    const [markX, markY] = [originX + mark.x * zoom, originY + mark.y * zoom]
    const { clientWidth, clientHeight } = document.documentElement
    const right = markX + gapPx
    const left = right + width <= clientWidth - edgePx ? right : markX - gapPx - width
    setPlace({
      left: Math.max(edgePx, left),
      top: Math.max(edgePx, Math.min(markY - height / 2, clientHeight - height - edgePx)),
    })
  }, [mark, hint, origin])
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
      {hint !== '' && <div className="mt-1 text-caption text-muted">{hint}</div>}
    </div>,
    document.body,
  )
}
