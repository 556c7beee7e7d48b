import type { ReactNode } from 'react'
import { Dot as DotShape, Layer, Rectangle, Sector } from 'recharts'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { densityKeyPx } from '@tidemark/shared/charts/plot/cells'
import {
  areaPath,
  cellPaths,
  dotPaths,
  linePath,
  unfinishedFrom,
  unfinishedPath,
} from '@tidemark/shared/charts/plot/mark-paths'
import type {
  Box,
  CartesianPlot,
  ColorKey,
  DensityKey,
  DotSeries,
  PiePlot,
  PlotPoint,
  PlotSeries,
  ScatterPlot,
  Shape,
  Slice,
} from '@tidemark/shared/charts/plot/plot'
import { textWidth } from '@tidemark/shared/charts/plot/text/text-width'

export const lineWidthPx = 2
const unfinishedOpacity = 0.45
const dotRadiusPx = 2.75
const mostRadiusPx = 2.5

/**
 * A line with its points, over the area below it where it has one. Its paths are d3's, as those of Recharts' `Curve` would be;
 * that asks the store of a chart for its layout, and would bring Redux into the page.
 */
export function LineMark({ series, plot }: { readonly series: PlotSeries; readonly plot: CartesianPlot }) {
  const unfinished = unfinishedPath(series, plot.slots)
  const line = { fill: 'none', ...lineStyle(series) } as const
  const paths = (
    <>
      {series.mark === 'area' && (
        <path data-mark="area" d={areaPath(series)} fill={series.color} fillOpacity={areaOpacityOf(plot)} />
      )}
      <path
        data-mark="line"
        d={linePath(series, unfinished === '' ? Infinity : unfinishedFrom(plot.slots))}
        {...line}
      />
      {unfinished !== '' && <path data-mark="unfinished" d={unfinished} {...line} strokeDasharray="3 4" />}
    </>
  )
  return (
    <>
      {series.points.some(({ beyond }) => beyond !== undefined) ? <Clipped box={plot.box}>{paths}</Clipped> : paths}
      {series.points.map(
        (point, slot) =>
          point.dot && (
            <PointMark key={slot} point={point} series={series} unfinished={plot.slots[slot]?.unfinished === true} />
          ),
      )}
    </>
  )
}

/**
 * Cuts off what leaves the axis above and below. An inner `svg` does so without an id, which charts of one page would
 * share.
 */
function Clipped({ box: { x, y, width, height }, children }: { readonly box: Box; readonly children: ReactNode }) {
  const [left, across] = [x - lineWidthPx, width + 2 * lineWidthPx]
  return (
    <svg x={left} y={y} width={across} height={height} viewBox={`${left} ${y} ${across} ${height}`} overflow="hidden">
      {children}
    </svg>
  )
}

/** How strongly areas are filled: faintly where several lie on one another, else their colours would mix to grey. */
function areaOpacityOf({ series }: CartesianPlot): number {
  const areas = series.filter(({ mark }) => mark === 'area')
  const isStacked = areas.some(({ points }) => points.some(({ low }) => low !== null && low !== 0))
  return areas.length > 1 && !isStacked ? 0.05 : 0.16
}

/** How a line of a series is drawn. Round ends would fill the gaps of dashes. */
function lineStyle({ color, dash }: Pick<PlotSeries, 'color' | 'dash'>) {
  return {
    stroke: color,
    strokeWidth: lineWidthPx,
    strokeLinejoin: 'round',
    strokeLinecap: dash === '' ? 'round' : 'butt',
    ...(dash === '' ? {} : { strokeDasharray: dash }),
  } as const
}

export function BarMark({
  point,
  series,
  orientation,
  unfinished,
}: {
  readonly point: PlotPoint
  readonly series: PlotSeries
  readonly orientation: CartesianPlot['orientation']
  readonly unfinished: boolean
}) {
  if (point.rect === null) return null
  const { x, y, width, height } = point.rect
  if (series.dash !== '')
    return <StripedBar rect={point.rect} series={series} orientation={orientation} unfinished={unfinished} />
  return (
    <Rectangle
      data-mark="bar"
      x={x}
      y={y}
      width={width}
      height={height}
      radius={Math.min(mostRadiusPx, width / 3, height / 3)}
      fill={point.color ?? series.color}
      fillOpacity={unfinished ? unfinishedOpacity : undefined}
    />
  )
}

/** The dashes of a series as stripes of a bar: finer, or they would look like bars of their own. */
export function stripesOf(dash: string): string {
  return dash
    .split(' ')
    .map((px) => Math.max(1.5, Number(px) / 2))
    .join(' ')
}

/** A bar whose stripes lie along it, from its foot on; in the gaps its colour is faint. */
function StripedBar({
  rect: { x, y, width, height },
  series: { color, dash },
  orientation,
  unfinished,
}: {
  readonly rect: Box
  readonly series: PlotSeries
  readonly orientation: CartesianPlot['orientation']
  readonly unfinished: boolean
}) {
  const isUpright = orientation === 'vertical'
  return (
    <Layer data-mark="bar" opacity={unfinished ? unfinishedOpacity : undefined}>
      <Rectangle x={x} y={y} width={width} height={height} fill={color} fillOpacity={0.3} />
      <path
        d={isUpright ? `M${x + width / 2},${y + height}V${y}` : `M${x},${y + height / 2}H${x + width}`}
        stroke={color}
        strokeWidth={isUpright ? width : height}
        strokeDasharray={stripesOf(dash)}
      />
    </Layer>
  )
}

/** The point of a line: hollow while its bucket is not over. */
function PointMark({
  point,
  series,
  unfinished,
}: {
  readonly point: PlotPoint
  readonly series: PlotSeries
  readonly unfinished: boolean
}) {
  if (point.high === null) return null
  return (
    <DotShape
      data-mark="point"
      cx={point.px}
      cy={point.highPx}
      r={dotRadiusPx}
      fill={unfinished ? 'var(--color-surface)' : series.color}
      stroke={series.color}
      strokeWidth={unfinished ? 1.5 : 0}
    />
  )
}

/** More dots than these are not an element each. */
const mostElements = 2000

/** The dots of a series, or its cells where rows are counted in them. */
export function SeriesDots({ plot, series }: { readonly plot: ScatterPlot; readonly series: DotSeries }) {
  const { density, opacity } = plot
  const { dots, color } = series
  if (density !== undefined)
    return cellPaths(dots, density.steps.length).map((d, step) => (
      <path
        key={step}
        data-mark="cells"
        d={d}
        fill={color}
        fillOpacity={density.steps[step]?.opacity}
        shapeRendering="crispEdges"
      />
    ))
  if (dots.length > mostElements)
    return dotPaths(dots).map(({ radius, d }, index) => (
      <path
        key={index}
        data-mark="dots"
        d={d}
        fill="none"
        stroke={color}
        strokeWidth={2 * radius}
        strokeLinecap="round"
        strokeOpacity={opacity}
      />
    ))
  return dots.map(({ px, py, radius }, index) => (
    <DotShape key={index} data-mark="dot" cx={px} cy={py} r={radius} fill={color} fillOpacity={opacity} />
  ))
}

/** How many rows the colours of a density stand for. */
export function DensityKeyMark({ density: { steps, color, fewest, most, px } }: { readonly density: DensityKey }) {
  const swatches = steps.map(({ opacity }) => ({ color, opacity }))
  return <ColorKeyMark colorKey={{ swatches, lowest: fewest, highest: most, px }} />
}

/** The values that colours stand for. */
export function ColorKeyMark({ colorKey: { swatches, lowest, highest, px } }: { readonly colorKey: ColorKey }) {
  const { text, swatch, gap } = densityKeyPx
  const firstPx = px + textWidth(lowest, text) + gap
  const words = { y: 11, fontSize: text, fill: 'var(--color-muted)' }
  return (
    <Layer data-part="color-key">
      <text {...words} x={px}>
        {lowest}
      </text>
      {swatches.map(({ color, opacity }, index) => (
        <Rectangle
          key={index}
          x={firstPx + index * swatch}
          y={2}
          width={swatch}
          height={10}
          fill={color}
          fillOpacity={opacity}
        />
      ))}
      <text {...words} x={firstPx + swatches.length * swatch + gap}>
        {highest}
      </text>
    </Layer>
  )
}

/** A form with its colours; the pointer finds its mark again by `data-index`. */
export function ShapeForm({ shape }: { readonly shape: Shape }) {
  const { form, part, fill, opacity, stroke, strokePx, strokeOpacity, dash, mark } = shape
  const common = {
    'data-mark': part,
    ...(mark === null ? {} : { 'data-index': mark }),
    fill,
    fillOpacity: opacity,
    stroke,
    strokeWidth: strokePx,
    strokeOpacity,
    strokeDasharray: dash,
  }
  switch (form.kind) {
    case 'rect':
      return <rect {...common} x={form.x} y={form.y} width={form.width} height={form.height} rx={form.radius} />
    case 'circle':
      return <circle {...common} cx={form.cx} cy={form.cy} r={form.r} />
    case 'path':
      return <path {...common} d={form.d} />
    default:
      return assertNever(form)
  }
}

export function SliceMark({ slice, plot }: { readonly slice: Slice; readonly plot: PiePlot }) {
  return (
    <Sector
      data-mark="slice"
      cx={plot.cx}
      cy={plot.cy}
      innerRadius={plot.innerRadius}
      outerRadius={plot.outerRadius}
      startAngle={sectorAngle(slice.startAngle)}
      endAngle={sectorAngle(slice.endAngle)}
      fill={slice.color}
      stroke="var(--color-surface)"
      strokeWidth={plot.slices.length > 1 ? 1.5 : 0}
    />
  )
}

/** Recharts counts degrees anticlockwise from 3 o'clock. */
function sectorAngle(radians: number): number {
  return 90 - (radians * 180) / Math.PI
}

/** The total in the hole of the pie. */
export function PieTotal({ plot }: { readonly plot: PiePlot }) {
  return (
    <text
      x={plot.cx}
      y={plot.cy}
      dy="0.35em"
      textAnchor="middle"
      fontSize={16}
      fontWeight={600}
      fill="var(--color-text)"
    >
      {plot.totalText}
    </text>
  )
}
