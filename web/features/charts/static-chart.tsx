import { areaPath, linePath, unfinishedFrom, unfinishedPath } from '@tidemark/shared/charts/plot/mark-paths'
import type { CartesianPlot, PiePlot, PlotSeries, ScatterPlot } from '@tidemark/shared/charts/plot/plot'
import { AxisTickLabel, AxisTitles, GridLines, MarkLabels } from './chart-axes'
import { areaOpacityOf, BarMark, DotMark, lineStyle, PieTotal, PointMark, SliceMark } from './chart-marks'

export type DrawnPlot = CartesianPlot | ScatterPlot | PiePlot

export interface StaticChartProps {
  readonly plot: DrawnPlot
  readonly title: string
  /** The series the reader points at in the legend; the others step back. */
  readonly highlighted?: string | null
}

/** A plot as plain SVG: the first paint and previews. Needs no browser. */
export function StaticChart({ plot, title, highlighted = null }: StaticChartProps) {
  const { widthPx, heightPx } = plot
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={`${title}. ${plot.summary}`}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      style={{ display: 'block', overflow: 'visible', fontVariantNumeric: 'tabular-nums' }}
    >
      <StaticMarks plot={plot} highlighted={highlighted} />
    </svg>
  )
}

/** The same without its frame, for a larger drawing. */
export function StaticMarks({
  plot,
  highlighted = null,
}: {
  readonly plot: DrawnPlot
  readonly highlighted?: string | null
}) {
  switch (plot.kind) {
    case 'cartesian':
      return <StaticCartesian plot={plot} highlighted={highlighted} />
    case 'scatter':
      return <StaticScatter plot={plot} highlighted={highlighted} />
    case 'pie':
      return <StaticPie plot={plot} highlighted={highlighted} />
  }
}

/** How strongly a series is drawn while another is pointed at. */
export function seriesOpacity(id: string, highlighted: string | null): number | undefined {
  return highlighted === null || highlighted === id ? undefined : 0.2
}

function StaticCartesian({ plot, highlighted }: { readonly plot: CartesianPlot; readonly highlighted: string | null }) {
  const { box, left, right, slotAxis } = plot
  const rows = plot.orientation === 'horizontal'
  const bottom = box.y + box.height
  return (
    <>
      <GridLines axis={left} box={box} across={rows ? 'x' : 'y'} baselinePx={plot.baselinePx} />
      <g data-part="ticks">
        {left.shown &&
          left.ticks.map((tick) => (
            <AxisTickLabel
              key={tick.value}
              tick={tick}
              axis={left}
              side={rows ? 'bottom' : 'left'}
              at={rows ? bottom : box.x}
            />
          ))}
        {right?.ticks.map((tick) => (
          <AxisTickLabel key={tick.value} tick={tick} axis={right} side="right" at={box.x + box.width} />
        ))}
        {slotAxis.ticks.map((tick) => (
          <AxisTickLabel
            key={tick.value}
            tick={tick}
            axis={slotAxis}
            side={rows ? 'left' : 'bottom'}
            at={rows ? box.x : bottom}
          />
        ))}
      </g>
      <AxisTitles plot={plot} />
      {plot.series.map((series) => (
        <g key={series.id} data-series={series.label} opacity={seriesOpacity(series.id, highlighted)}>
          {series.mark === 'bar' ? (
            series.points.map((point, slot) => (
              <BarMark
                key={slot}
                point={point}
                series={series}
                orientation={plot.orientation}
                unfinished={plot.slots[slot]?.unfinished === true}
              />
            ))
          ) : (
            <StaticLine series={series} plot={plot} />
          )}
        </g>
      ))}
      <MarkLabels labels={plot.labels} />
    </>
  )
}

function StaticLine({ series, plot }: { readonly series: PlotSeries; readonly plot: CartesianPlot }) {
  const unfinished = unfinishedPath(series, plot.slots)
  const line = { fill: 'none', ...lineStyle(series) } as const
  return (
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
      {series.points.map(
        (point, slot) =>
          point.dot && (
            <PointMark key={slot} point={point} series={series} unfinished={plot.slots[slot]?.unfinished === true} />
          ),
      )}
    </>
  )
}

function StaticScatter({ plot, highlighted }: { readonly plot: ScatterPlot; readonly highlighted: string | null }) {
  const { box, xAxis, yAxis } = plot
  return (
    <>
      <GridLines axis={yAxis} box={box} across="y" baselinePx={null} />
      <g data-part="ticks">
        {yAxis.ticks.map((tick) => (
          <AxisTickLabel key={tick.value} tick={tick} axis={yAxis} side="left" at={box.x} />
        ))}
        {xAxis.ticks.map((tick) => (
          <AxisTickLabel key={tick.value} tick={tick} axis={xAxis} side="bottom" at={box.y + box.height} />
        ))}
      </g>
      <AxisTitles plot={plot} />
      {plot.series.map((series) => (
        <g key={series.id} data-series={series.label} opacity={seriesOpacity(series.id, highlighted)}>
          {series.dots.map((dot, index) => (
            <DotMark key={index} dot={dot} color={series.color} opacity={plot.opacity} />
          ))}
        </g>
      ))}
    </>
  )
}

function StaticPie({ plot, highlighted }: { readonly plot: PiePlot; readonly highlighted: string | null }) {
  return (
    <>
      {plot.slices.map((slice) => (
        <g key={slice.id} data-series={slice.label} opacity={seriesOpacity(slice.id, highlighted)}>
          <SliceMark slice={slice} plot={plot} />
        </g>
      ))}
      <MarkLabels labels={plot.labels} />
      <PieTotal plot={plot} />
    </>
  )
}
