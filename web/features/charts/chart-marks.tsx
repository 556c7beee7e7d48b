import { barRadius, slicePath } from '@tidemark/shared/charts/plot/mark-paths'
import type { Box, CartesianPlot, Dot, PiePlot, PlotPoint, PlotSeries, Slice } from '@tidemark/shared/charts/plot/plot'

export const lineWidthPx = 2
export const unfinishedOpacity = 0.45
const dotRadiusPx = 2.75

/** How strongly areas are filled: faintly where several lie on one another, else their colours would mix to grey. */
export function areaOpacityOf({ series }: CartesianPlot): number {
  const areas = series.filter(({ mark }) => mark === 'area')
  const isStacked = areas.some(({ points }) => points.some(({ low }) => low !== null && low !== 0))
  return areas.length > 1 && !isStacked ? 0.05 : 0.16
}

/** How a line of a series is drawn. Round ends would fill the gaps of dashes. */
export function lineStyle({ color, dash }: Pick<PlotSeries, 'color' | 'dash'>) {
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
    <rect
      data-mark="bar"
      x={x}
      y={y}
      width={width}
      height={height}
      rx={barRadius(point.rect)}
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
    <g data-mark="bar" opacity={unfinished ? unfinishedOpacity : undefined}>
      <rect x={x} y={y} width={width} height={height} fill={color} fillOpacity={0.3} />
      <path
        d={isUpright ? `M${x + width / 2},${y + height}V${y}` : `M${x},${y + height / 2}H${x + width}`}
        stroke={color}
        strokeWidth={isUpright ? width : height}
        strokeDasharray={stripesOf(dash)}
      />
    </g>
  )
}

/** The point of a line: hollow while its bucket is not over. */
export function PointMark({
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
    <circle
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

export function DotMark({
  dot,
  color,
  opacity,
}: {
  readonly dot: Dot
  readonly color: string
  readonly opacity: number
}) {
  return <circle data-mark="dot" cx={dot.px} cy={dot.py} r={dot.radius} fill={color} fillOpacity={opacity} />
}

export function SliceMark({ slice, plot }: { readonly slice: Slice; readonly plot: PiePlot }) {
  return (
    <path
      data-mark="slice"
      d={slicePath(slice, plot.innerRadius, plot.outerRadius)}
      transform={`translate(${plot.cx} ${plot.cy})`}
      fill={slice.color}
      stroke="var(--color-surface)"
      strokeWidth={plot.slices.length > 1 ? 1.5 : 0}
    />
  )
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
