import { memo, type ReactNode } from 'react'
import { dotPaths } from '@tidemark/shared/charts/plot/mark-paths'
import type { CartesianPlot, DrawnPlot, MarkLabel, ScatterPlot } from '@tidemark/shared/charts/plot/plot'
import { dotsOf, markCount } from '../active-mark'
import { MarkLabels } from '../chart-axes'
import { ShapeForm, SliceMark } from '../chart-marks'

/** How much of the marks that are not chosen the surface hides. */
const veilOpacity = 0.68
const veil = { fill: 'var(--color-surface)', fillOpacity: veilOpacity } as const

interface VeilProps<Kind extends DrawnPlot = DrawnPlot> {
  readonly plot: Kind
  /** The indices of the chosen marks. */
  readonly chosen: ReadonlySet<number>
}

/** Lies over the marks that are not chosen, so that the chosen ones stand out in the colours that they have; labels stay above it. */
export const SelectedVeil = memo(function SelectedVeil({ plot, chosen }: VeilProps): ReactNode {
  return (
    <>
      <MarksVeil plot={plot} chosen={chosen} />
      <MarkLabels labels={labelsOver(plot)} />
    </>
  )
})

function labelsOver(plot: DrawnPlot): readonly MarkLabel[] {
  if (plot.kind === 'panels' || plot.kind === 'scatter') return []
  return plot.kind === 'cartesian' ? [...plot.labels, ...(plot.overlays?.labels ?? [])] : plot.labels
}

function MarksVeil({ plot, chosen }: VeilProps): ReactNode {
  switch (plot.kind) {
    case 'cartesian':
      return <SlotVeil plot={plot} chosen={chosen} />
    case 'scatter':
      return <DotVeil plot={plot} chosen={chosen} />
    case 'pie':
      return plot.slices.map((slice, index) =>
        chosen.has(index) ? null : (
          <g key={slice.id} opacity={veilOpacity}>
            <SliceMark slice={{ ...slice, color: 'var(--color-surface)' }} plot={plot} />
          </g>
        ),
      )
    case 'shapes':
      return plot.shapes.map((shape, at) =>
        shape.mark === null || chosen.has(shape.mark) ? null : (
          <ShapeForm
            key={at}
            shape={{
              ...shape,
              mark: null,
              part: 'veil',
              ...(shape.fill === 'none'
                ? { stroke: 'var(--color-surface)', strokeOpacity: veilOpacity }
                : { fill: 'var(--color-surface)', opacity: veilOpacity }),
            }}
          />
        ),
      )
    case 'panels': {
      const firsts = plot.panels.map((_, at) =>
        plot.panels.slice(0, at).reduce((sum, { plot: one }) => sum + markCount(one), 0),
      )
      return plot.panels.map(({ x, plotY, plot: one }, at) => {
        const first = firsts[at] ?? 0
        const own = [...chosen].filter((index) => index >= first && index < first + markCount(one))
        return (
          <g key={at} transform={`translate(${x} ${plotY})`}>
            <SelectedVeil plot={one} chosen={new Set(own.map((index) => index - first))} />
          </g>
        )
      })
    }
  }
}

/** Over the bands of slots: half way to the next one on both sides. */
function SlotVeil({ plot, chosen }: VeilProps<CartesianPlot>) {
  const { box, slots, orientation } = plot
  const isFlat = orientation === 'horizontal'
  const [start, end] = isFlat ? [box.y, box.y + box.height] : [box.x, box.x + box.width]
  const order = slots.map((_, index) => index).toSorted((a, b) => (slots[a]?.px ?? 0) - (slots[b]?.px ?? 0))
  const pxOf = (at: number) => slots[order[at] ?? -1]?.px
  return order.map((index, at) => {
    if (chosen.has(index)) return null
    const px = pxOf(at) ?? start
    const [before, after] = [pxOf(at - 1), pxOf(at + 1)]
    const low = before === undefined ? start : (before + px) / 2
    const length = Math.max(0, (after === undefined ? end : (after + px) / 2) - low)
    const band = isFlat
      ? { x: box.x, y: low, width: box.width, height: length }
      : { x: low, y: box.y - 4, width: length, height: box.height + 4 }
    return <rect key={index} data-part="veil" shapeRendering="crispEdges" {...veil} {...band} />
  })
}

/** Over all dots, with the chosen ones drawn again above. */
function DotVeil({ plot, chosen }: VeilProps<ScatterPlot>) {
  const { box, opacity } = plot
  const found = dotsOf(plot).filter((_, index) => chosen.has(index))
  return (
    <>
      <rect data-part="veil" x={box.x} y={box.y} width={box.width} height={box.height} {...veil} />
      {plot.series.map((series) => {
        const dots = found.filter((one) => one.series === series).map(({ dot }) => dot)
        return dotPaths(dots.filter(({ cell }) => cell === undefined)).map(({ radius, d }, at) => (
          <path
            key={`${series.id} ${at}`}
            d={d}
            fill="none"
            stroke={series.color}
            strokeWidth={2 * radius}
            strokeLinecap="round"
            strokeOpacity={opacity}
          />
        ))
      })}
      {found.map(
        ({ dot: { cell }, series }, at) =>
          cell !== undefined && (
            <rect
              key={at}
              x={cell.x}
              y={cell.y}
              width={cell.width}
              height={cell.height}
              fill={series.color}
              fillOpacity={plot.density?.steps[cell.step]?.opacity}
            />
          ),
      )}
    </>
  )
}
