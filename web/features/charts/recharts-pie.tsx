import { memo } from 'react'
import { Pie, PieChart } from 'recharts'
import type { PiePlot, Slice } from '@tidemark/shared/charts/plot/plot'
import { MarkLabels } from './chart-axes'
import { PieTotal, SliceMark } from './chart-marks'
import { seriesOpacity } from './static-chart'

export const RechartsPie = memo(function RechartsPie({
  plot,
  highlighted,
}: {
  readonly plot: PiePlot
  readonly highlighted: string | null
}) {
  const byId = new Map(plot.slices.map((slice) => [slice.id, slice]))
  return (
    <PieChart
      width={plot.widthPx}
      height={plot.heightPx}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      tabIndex={-1}
      style={{ overflow: 'visible' }}
    >
      <Pie
        data={plot.slices.map(({ id, value }) => ({ id, value }))}
        dataKey="value"
        nameKey="id"
        cx={plot.cx}
        cy={plot.cy}
        innerRadius={plot.innerRadius}
        outerRadius={plot.outerRadius}
        startAngle={90}
        endAngle={-270}
        isAnimationActive={false}
        legendType="none"
        tooltipType="none"
        rootTabIndex={-1}
        shape={({ payload }: { readonly payload?: { readonly id: string } }) => {
          const slice: Slice | undefined = byId.get(payload?.id ?? '')
          return slice === undefined ? (
            <g />
          ) : (
            <g opacity={seriesOpacity(slice.id, highlighted)}>
              <SliceMark slice={slice} plot={plot} />
            </g>
          )
        }}
      />
      <MarkLabels labels={plot.labels} />
      <PieTotal plot={plot} />
    </PieChart>
  )
})
