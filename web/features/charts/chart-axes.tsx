import type { SVGProps } from 'react'
import { Layer } from 'recharts'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { notesPx } from '@tidemark/shared/charts/plot/legend'
import type {
  Axis,
  Box,
  CartesianPlot,
  MarkLabel,
  ScatterPlot,
  ShapesPlot,
  Tick,
} from '@tidemark/shared/charts/plot/plot'
import { fitText } from '@tidemark/shared/charts/plot/text/text-width'

/** The name of a tick. Texts are plain elements: Recharts' own measures and wraps what the plot has measured and cut. */
export function AxisTickLabel({
  tick,
  axis,
  side,
  at,
}: {
  readonly tick: Tick
  readonly axis: Axis
  readonly side: 'left' | 'right' | 'bottom'
  readonly at: number
}) {
  const common = { fontSize: axis.labelSizePx, fill: 'var(--color-muted)' }
  if (side === 'left')
    return (
      <text {...common} x={at - 8} y={tick.labelPx} dy="0.35em" textAnchor="end">
        {tick.label}
      </text>
    )
  if (side === 'right')
    return (
      <text {...common} x={at + 8} y={tick.labelPx} dy="0.35em" textAnchor="start">
        {tick.label}
      </text>
    )
  if (axis.labelAngle === 0)
    return (
      <text {...common} x={tick.labelPx} y={at + 16} textAnchor="middle">
        {tick.label}
      </text>
    )
  return (
    <text
      {...common}
      x={tick.px}
      y={at + 12}
      dy={axis.labelAngle === -90 ? '0.35em' : undefined}
      textAnchor="end"
      transform={`rotate(${axis.labelAngle} ${tick.px} ${at + 12})`}
    >
      {tick.label}
    </text>
  )
}

/** A line at each tick of the value axis; the zero line is stronger where values fall below it. */
export function GridLines({
  axis,
  box,
  across,
  baselinePx,
}: {
  readonly axis: Axis
  readonly box: Box
  readonly across: 'x' | 'y'
  readonly baselinePx: number | null
}) {
  const below = axis.domain[0] < 0 && axis.domain[1] > 0
  const line = (px: number) =>
    across === 'y'
      ? { x1: box.x, x2: box.x + box.width, y1: px, y2: px }
      : { x1: px, x2: px, y1: box.y, y2: box.y + box.height }
  return (
    <Layer data-part="grid" strokeWidth={1} shapeRendering="crispEdges">
      {axis.grid && axis.ticks.map((tick) => <line key={tick.value} {...line(tick.px)} stroke="var(--color-grid)" />)}
      {baselinePx !== null && (below || !axis.grid) && <line {...line(baselinePx)} stroke="var(--color-line-strong)" />}
    </Layer>
  )
}

export function AxisTitles({ plot }: { readonly plot: CartesianPlot | ScatterPlot | ShapesPlot }) {
  const { widthPx, heightPx } = plot
  const titles = titlesOf(plot)
  if (titles === null) return null
  const { box, value, across, rows, isUnderAxis, endPx } = titles
  const signPx = plot.notes.length > 0 && plot.legendHeightPx === 0 ? notesPx : 0
  // Rows without an axis begin where their title does.
  const titleX = rows ? box.x : 0
  return (
    <Layer data-part="titles">
      {value !== '' &&
        (isUnderAxis ? (
          <AxisTitle text={value} maxPx={box.x + box.width} x={box.x + box.width} y={heightPx - 4} textAnchor="end" />
        ) : (
          <AxisTitle text={value} maxPx={Math.min(endPx, widthPx - signPx) - titleX} x={titleX} y={11} />
        ))}
      {across !== '' && !rows && (
        <AxisTitle text={across} maxPx={widthPx - 2} x={widthPx - 2} y={heightPx - 4} textAnchor="end" />
      )}
    </Layer>
  )
}

interface Titles {
  readonly box: Box
  readonly value: string
  readonly across: string
  readonly rows: boolean
  /** True if the title of the values stands under their axis. */
  readonly isUnderAxis: boolean
  /** Where the title of the values has to end. */
  readonly endPx: number
}

function titlesOf(plot: CartesianPlot | ScatterPlot | ShapesPlot): Titles | null {
  const { widthPx } = plot
  switch (plot.kind) {
    case 'cartesian': {
      const rows = plot.orientation === 'horizontal'
      const isUnderAxis = rows && plot.left.shown
      return { box: plot.box, value: plot.left.title, across: plot.slotAxis.title, rows, isUnderAxis, endPx: widthPx }
    }
    case 'scatter': {
      const endPx = plot.density === undefined ? widthPx : plot.density.px - 8
      return {
        box: plot.box,
        value: plot.yAxis.title,
        across: plot.xAxis.title,
        rows: false,
        isUnderAxis: false,
        endPx,
      }
    }
    case 'shapes': {
      if (plot.axes === null) return null
      const { box, x, y } = plot.axes
      const endPx = plot.colorKey === undefined ? widthPx : plot.colorKey.px - 8
      return { box, value: y.title, across: x.title, rows: false, isUnderAxis: false, endPx }
    }
    default:
      return assertNever(plot)
  }
}

const titleTextPx = 11

/** A title that is cut has its whole text for the pointer. */
function AxisTitle({
  text,
  maxPx,
  ...place
}: { readonly text: string; readonly maxPx: number } & Pick<SVGProps<SVGTextElement>, 'x' | 'y' | 'textAnchor'>) {
  const fitting = fitText(text, maxPx, titleTextPx)
  return (
    <text fontSize={titleTextPx} fill="var(--color-muted)" {...place}>
      {fitting}
      {fitting !== text && <title>{text}</title>}
    </text>
  )
}

/** An edge in the colour of the surface, around letters that lie on marks of any colour. */
const halo = { stroke: 'var(--color-surface)', strokeWidth: 3, strokeLinejoin: 'round', paintOrder: 'stroke' } as const

export function MarkLabels({ labels }: { readonly labels: readonly MarkLabel[] }) {
  return (
    <Layer data-part="labels" fontSize={11} fill="var(--color-muted)">
      {labels.map((label) => (
        <text
          key={`${label.x} ${label.y}`}
          x={label.x}
          y={label.y}
          dy="0.35em"
          textAnchor={label.anchor}
          fill={label.color}
          fontSize={label.sizePx}
          fontWeight={label.weight}
          {...(label.hasHalo === true ? halo : {})}
        >
          {label.text}
        </text>
      ))}
    </Layer>
  )
}
