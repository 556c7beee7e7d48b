import { memo } from 'react'
import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { Dot, ScatterPlot } from '@tidemark/shared/charts/plot/plot'
import { AxisTitles, GridLines } from './chart-axes'
import { DotMark } from './chart-marks'
import { axisProps } from './recharts-cartesian'
import { seriesOpacity } from './static-chart'

export const RechartsScatter = memo(function RechartsScatter({
  plot,
  highlighted,
}: {
  readonly plot: ScatterPlot
  readonly highlighted: string | null
}) {
  const { box, xAxis, yAxis, widthPx, heightPx } = plot
  return (
    <ScatterChart
      width={widthPx}
      height={heightPx}
      margin={{ top: box.y, left: 0, bottom: 0, right: widthPx - box.x - box.width }}
      accessibilityLayer={false}
      tabIndex={-1}
      style={{ overflow: 'visible' }}
    >
      <CartesianGrid
        horizontal={() => <GridLines axis={yAxis} box={box} across="y" baselinePx={null} />}
        vertical={false}
        horizontalPoints={[0]}
      />
      <XAxis {...axisProps(xAxis, 'bottom', box.y + box.height)} dataKey="x" height={heightPx - box.y - box.height} />
      <YAxis {...axisProps(yAxis, 'left', box.x)} dataKey="y" width={box.x} />
      <AxisTitles plot={plot} />
      {plot.series.map((series) => {
        const opacity = seriesOpacity(series.id, highlighted)
        return (
          <Scatter
            key={series.id}
            data={series.dots}
            isAnimationActive={false}
            legendType="none"
            tooltipType="none"
            shape={({ payload }: { readonly payload?: Dot }) =>
              payload === undefined ? (
                <g />
              ) : (
                <DotMark dot={payload} color={series.color} opacity={plot.opacity * (opacity ?? 1)} />
              )
            }
          />
        )
      })}
    </ScatterChart>
  )
})
