import { memo } from 'react'
import { Area, Bar, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { unfinishedFrom } from '@tidemark/shared/charts/plot/mark-paths'
import { bridgeSlots } from '@tidemark/shared/charts/plot/bridge-slots'
import type { Axis, CartesianPlot, PlotSeries } from '@tidemark/shared/charts/plot/plot'
import { AxisTickLabel, AxisTitles, GridLines, MarkLabels } from './chart-axes'
import { areaOpacityOf, BarMark, lineStyle, PointMark } from './chart-marks'
import { seriesOpacity } from './static-chart'

interface Row {
  readonly slot: number
  readonly position: number
}

/** Lines, areas, bars and rows. Rows of data are the slots; series read their points from the plot by slot. */
export const RechartsCartesian = memo(function RechartsCartesian({
  plot,
  highlighted,
}: {
  readonly plot: CartesianPlot
  readonly highlighted: string | null
}) {
  const { box, left, right, slotAxis, widthPx, heightPx } = plot
  const rows = plot.orientation === 'horizontal'
  const data: readonly Row[] = plot.slots.map(({ position }, slot) => ({ slot, position }))
  const bottomPx = heightPx - box.y - box.height
  const rightPx = widthPx - box.x - box.width
  const xAxis = rows ? left : slotAxis
  const yAxis = rows ? slotAxis : left
  return (
    <ComposedChart
      width={widthPx}
      height={heightPx}
      data={data}
      layout={rows ? 'vertical' : 'horizontal'}
      margin={{ top: box.y, left: 0, bottom: 0, right: right === null ? rightPx : 0 }}
      accessibilityLayer={false}
      tabIndex={-1}
      style={{ overflow: 'visible' }}
    >
      <CartesianGrid
        horizontal={() => <GridLines axis={left} box={box} across={rows ? 'x' : 'y'} baselinePx={plot.baselinePx} />}
        vertical={false}
        horizontalPoints={[0]}
      />
      <XAxis
        {...axisProps(xAxis, 'bottom', box.y + box.height)}
        {...(rows ? {} : { dataKey: 'position' })}
        height={bottomPx}
      />
      <YAxis
        {...axisProps(yAxis, 'left', box.x)}
        {...(rows ? { dataKey: 'position', reversed: true } : {})}
        width={box.x}
        yAxisId={0}
      />
      {right !== null && (
        <YAxis {...axisProps(right, 'right', box.x + box.width)} orientation="right" width={rightPx} yAxisId="right" />
      )}
      <AxisTitles plot={plot} />
      {plot.series.flatMap((series) => seriesParts(series, plot, highlighted))}
      <MarkLabels labels={plot.labels} />
    </ComposedChart>
  )
})

function seriesParts(series: PlotSeries, plot: CartesianPlot, highlighted: string | null) {
  const isUnfinished = (slot: number) => plot.slots[slot]?.unfinished === true
  // Recharts goes on over all that is missing or over nothing: what it may go on over is filled in.
  const bridged = series.connects && series.parts ? bridgeSlots(series, plot.slots) : null
  const connectNulls = series.connects && bridged === null
  const highOf = ({ slot }: Row) => (bridged?.[slot] ?? series.points[slot])?.high ?? null
  const spanOf = ({ slot }: Row) => {
    const { low, high } = bridged?.[slot] ?? series.points[slot] ?? { low: null, high: null }
    return low === null || high === null ? null : [low, high]
  }
  const opacity = seriesOpacity(series.id, highlighted)
  const common = {
    yAxisId: series.axis === 'right' ? 'right' : 0,
    isAnimationActive: false,
    legendType: 'none',
    tooltipType: 'none',
    ...(opacity === undefined ? {} : { opacity }),
  } as const
  if (series.mark === 'bar') {
    const shapeOf = ({ payload }: { readonly payload?: Row }) => {
      const point = series.points[payload?.slot ?? -1]
      return point === undefined ? (
        <g />
      ) : (
        <g opacity={opacity}>
          <BarMark
            point={point}
            series={series}
            orientation={plot.orientation}
            unfinished={isUnfinished(payload?.slot ?? -1)}
          />
        </g>
      )
    }
    return [
      <Bar
        key={series.id}
        {...common}
        dataKey={spanOf}
        shape={shapeOf}
        minPointSize={1}
        fill={series.color}
        activeBar={false}
      />,
    ]
  }
  const line = {
    ...common,
    type: 'linear',
    ...lineStyle(series),
    connectNulls,
    activeDot: false,
  } as const
  const from = unfinishedFrom(plot.slots)
  const hasUnfinished =
    from < plot.slots.length &&
    (series.points[from]?.high ?? null) !== null &&
    (series.points[from - 1]?.high ?? null) !== null
  const dot = ({ payload }: { readonly payload?: Row }) => {
    const slot = payload?.slot ?? -1
    const point = series.points[slot]
    return point?.dot === true ? (
      <g key={slot} opacity={opacity}>
        <PointMark point={point} series={series} unfinished={isUnfinished(slot)} />
      </g>
    ) : (
      <g key={slot} />
    )
  }
  return [
    ...(series.mark === 'area'
      ? [
          <Area
            key={`${series.id} area`}
            {...common}
            type="linear"
            dataKey={spanOf}
            stroke="none"
            fill={series.color}
            fillOpacity={areaOpacityOf(plot)}
            connectNulls={connectNulls}
            activeDot={false}
          />,
        ]
      : []),
    <Line
      key={series.id}
      {...line}
      dataKey={(row: Row) => (hasUnfinished && row.slot >= from ? null : highOf(row))}
      dot={false}
    />,
    ...(hasUnfinished
      ? [
          <Line
            key={`${series.id} unfinished`}
            {...line}
            strokeDasharray="3 4"
            dataKey={(row: Row) => (row.slot >= from - 1 ? highOf(row) : null)}
            dot={false}
          />,
        ]
      : []),
    ...(series.points.some((point) => point.dot)
      ? [<Line key={`${series.id} dots`} {...line} stroke="none" strokeWidth={0} dataKey={highOf} dot={dot} />]
      : []),
  ]
}

/** An axis whose ticks are the plot's own. at: where the axis lies, in px across it. */
export function axisProps(axis: Axis, side: 'left' | 'right' | 'bottom', at: number) {
  const ticks = new Map(axis.ticks.map((tick) => [tick.value, tick]))
  return {
    type: 'number',
    domain: [axis.domain[0], axis.domain[1]],
    ticks: axis.shown ? axis.ticks.map((tick) => tick.value) : [],
    interval: 0,
    axisLine: false,
    tickLine: false,
    tick: ({ payload }: { readonly payload: { readonly value: number } }) => {
      const tick = ticks.get(payload.value)
      return tick === undefined ? <g /> : <AxisTickLabel tick={tick} axis={axis} side={side} at={at} />
    },
  } as const
}
