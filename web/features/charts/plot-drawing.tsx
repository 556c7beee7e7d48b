import { memo, type ReactNode } from 'react'
import { Layer, Surface } from 'recharts'
import { assertNever } from '@tidemark/shared/base/assert-never'
import type {
  CartesianPlot,
  DrawnPlot,
  PiePlot,
  ScatterPlot,
  Shape,
  ShapesPlot,
} from '@tidemark/shared/charts/plot/plot'
import { AxisTickLabel, AxisTitles, GridLines, MarkLabels } from './chart-axes'
import {
  BarMark,
  ColorKeyMark,
  DensityKeyMark,
  LineMark,
  PieTotal,
  SeriesDots,
  ShapeForm,
  SliceMark,
} from './chart-marks'

interface PlotMarksProps {
  readonly plot: DrawnPlot
  /** The series the reader points at in the legend; the others step back. */
  readonly highlighted?: string | null
}

interface PlotDrawingProps extends PlotMarksProps {
  /** The chart in words, as an image's text; absent where the element around it says them. */
  readonly label?: string | undefined
  /** Elements over the marks. */
  readonly children?: ReactNode
}

/**
 * A plot as SVG, for the server and the browser alike. It is made of Recharts' shapes, which are plain elements: its chart
 * components render nothing on a server, and work out scales and ticks that the plot brings along.
 */
export const PlotDrawing = memo(function PlotDrawing({ plot, label, highlighted = null, children }: PlotDrawingProps) {
  return (
    <Surface
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      width={plot.widthPx}
      height={plot.heightPx}
      className="relative block size-full overflow-visible tabular-nums"
    >
      <PlotMarks plot={plot} highlighted={highlighted} />
      {children}
    </Surface>
  )
})

/** The same without its frame, for a larger drawing. */
export function PlotMarks({ plot, highlighted = null }: PlotMarksProps) {
  switch (plot.kind) {
    case 'cartesian':
      return <CartesianMarks plot={plot} highlighted={highlighted} />
    case 'scatter':
      return <ScatterMarks plot={plot} highlighted={highlighted} />
    case 'pie':
      return <PieMarks plot={plot} highlighted={highlighted} />
    case 'shapes':
      return <ShapeMarks plot={plot} />
    case 'panels':
      return plot.panels.map(({ title, x, y, plotY, plot: one }) => (
        <Layer key={`${x} ${y}`} data-part="panel">
          <text x={x} y={y + 12} fontSize={12} fontWeight={600} fill="var(--color-text)">
            {title}
          </text>
          <Layer transform={`translate(${x} ${plotY})`}>
            <PlotMarks plot={one} highlighted={highlighted} />
          </Layer>
        </Layer>
      ))
    default:
      return assertNever(plot)
  }
}

interface MarksProps<Kind extends DrawnPlot> {
  readonly plot: Kind
  readonly highlighted: string | null
}

function CartesianMarks({ plot, highlighted }: MarksProps<CartesianPlot>) {
  const { box, left, right, slotAxis } = plot
  const rows = plot.orientation === 'horizontal'
  const bottom = box.y + box.height
  return (
    <>
      <GridLines axis={left} box={box} across={rows ? 'x' : 'y'} baselinePx={plot.baselinePx} />
      <Layer data-part="ticks">
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
        {right?.shown === true &&
          right.ticks.map((tick) => (
            <AxisTickLabel key={tick.value} tick={tick} axis={right} side="right" at={box.x + box.width} />
          ))}
        {slotAxis.shown &&
          slotAxis.ticks.map((tick) => (
            <AxisTickLabel
              key={tick.value}
              tick={tick}
              axis={slotAxis}
              side={rows ? 'left' : 'bottom'}
              at={rows ? box.x : bottom}
            />
          ))}
      </Layer>
      <AxisTitles plot={plot} />
      <OverlayShapes shapes={plot.overlays?.under} />
      {plot.series.map((series) => (
        <Layer key={series.id} data-series={series.label} opacity={seriesOpacity(series.id, highlighted)}>
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
            <LineMark series={series} plot={plot} />
          )}
        </Layer>
      ))}
      <OverlayShapes shapes={plot.overlays?.over} />
      <MarkLabels labels={[...plot.labels, ...(plot.overlays?.labels ?? [])]} />
    </>
  )
}

/** Goals, trends and annotations; they are no marks, so the pointer goes through them. */
function OverlayShapes({ shapes }: { readonly shapes: readonly Shape[] | undefined }) {
  return (
    shapes !== undefined &&
    shapes.length > 0 && (
      <Layer data-part="overlays">
        {shapes.map((shape, index) => (
          <ShapeForm key={index} shape={shape} />
        ))}
      </Layer>
    )
  )
}

function ScatterMarks({ plot, highlighted }: MarksProps<ScatterPlot>) {
  const { box, xAxis, yAxis } = plot
  return (
    <>
      <GridLines axis={yAxis} box={box} across="y" baselinePx={null} />
      <Layer data-part="ticks">
        {yAxis.ticks.map((tick) => (
          <AxisTickLabel key={tick.value} tick={tick} axis={yAxis} side="left" at={box.x} />
        ))}
        {xAxis.ticks.map((tick) => (
          <AxisTickLabel key={tick.value} tick={tick} axis={xAxis} side="bottom" at={box.y + box.height} />
        ))}
      </Layer>
      <AxisTitles plot={plot} />
      <OverlayShapes shapes={plot.overlays?.under} />
      {plot.series.map((series) => (
        <Layer key={series.id} data-series={series.label} opacity={seriesOpacity(series.id, highlighted)}>
          <SeriesDots plot={plot} series={series} />
        </Layer>
      ))}
      <OverlayShapes shapes={plot.overlays?.over} />
      {plot.overlays !== undefined && <MarkLabels labels={plot.overlays.labels} />}
      {plot.density !== undefined && <DensityKeyMark density={plot.density} />}
    </>
  )
}

function PieMarks({ plot, highlighted }: MarksProps<PiePlot>) {
  return (
    <>
      {plot.slices.map((slice) => (
        <Layer key={slice.id} data-series={slice.label} opacity={seriesOpacity(slice.id, highlighted)}>
          <SliceMark slice={slice} plot={plot} />
        </Layer>
      ))}
      <MarkLabels labels={plot.labels} />
      <PieTotal plot={plot} />
    </>
  )
}

function ShapeMarks({ plot }: { readonly plot: ShapesPlot }) {
  const { axes, shapes, labels, colorKey } = plot
  return (
    <>
      {axes !== null && axes.y.grid && (
        <GridLines
          axis={axes.y}
          box={axes.box}
          across="y"
          baselinePx={axes.y.ticks.find(({ value }) => value === 0)?.px ?? null}
        />
      )}
      {axes !== null && axes.x.grid && (
        <GridLines
          axis={axes.x}
          box={axes.box}
          across="x"
          baselinePx={axes.x.ticks.find(({ value }) => value === 0)?.px ?? null}
        />
      )}
      {axes !== null && (
        <Layer data-part="ticks">
          {axes.y.ticks.map((tick) => (
            <AxisTickLabel key={tick.value} tick={tick} axis={axes.y} side="left" at={axes.box.x} />
          ))}
          {axes.x.ticks.map((tick) => (
            <AxisTickLabel key={tick.value} tick={tick} axis={axes.x} side="bottom" at={axes.box.y + axes.box.height} />
          ))}
        </Layer>
      )}
      <AxisTitles plot={plot} />
      {shapes.map((shape, index) => (
        <ShapeForm key={index} shape={shape} />
      ))}
      <MarkLabels labels={labels} />
      {colorKey !== undefined && <ColorKeyMark colorKey={colorKey} />}
    </>
  )
}

/** How strongly a series is drawn while another is pointed at. */
function seriesOpacity(id: string, highlighted: string | null): number | undefined {
  return highlighted === null || highlighted === id ? undefined : 0.2
}
