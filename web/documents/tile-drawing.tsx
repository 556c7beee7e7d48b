import type { ReactNode } from 'react'
import { legendGapPx, legendLinePx, legendPlaces, legendTextPx } from '@tidemark/shared/charts/plot/legend'
import { isDrawnPlot, type Plot } from '@tidemark/shared/charts/plot/plot'
import { fitText } from '@tidemark/shared/charts/plot/text/text-width'
import { LegendEntries } from '@/features/chart-image/chart-image'
import { wrapText } from '@/features/chart-image/wrap-text'
import { PlotMarks } from '@/features/charts/plot-drawing'
import type { PlacedBlock } from './lay-out-pages'
import { MarkdownDrawing } from './markdown-drawing'
import { BigNumber } from './number-drawing'
import { TableDrawing } from './tables/table-drawing'
import { gapPx, tablePx } from './tables/table-layout'
import { chartHeadPx, Description, Small, smallLinePx, smallPx, Title } from './text-drawing'
import type { TileContent } from './tile-content'

/** A tile with its frame and its title, at its place. */
export function TileDrawing({ block: { box, content, rows, goesOn } }: { readonly block: PlacedBlock }) {
  const { left, top, width, height } = box
  const isFramed = content.kind !== 'heading' && content.kind !== 'text'
  const inner = { width: width - (isFramed ? 2 * gapPx : 0), height: height - (isFramed ? 2 * gapPx : 0) }
  return (
    <g data-part="tile" transform={`translate(${left} ${top})`}>
      {isFramed && <rect width={width} height={height} rx={8} fill="var(--color-surface)" stroke="var(--color-line)" />}
      <g transform={isFramed ? `translate(${gapPx} ${gapPx})` : undefined}>
        <Content content={content} {...inner} rows={rows} goesOn={goesOn} />
      </g>
    </g>
  )
}

interface ContentProps extends Pick<PlacedBlock, 'rows' | 'goesOn'> {
  readonly content: TileContent
  readonly width: number
  readonly height: number
}

function Content({ content, width, height, rows, goesOn }: ContentProps) {
  switch (content.kind) {
    case 'heading':
      return (
        <text y={24} fontSize={15} fontWeight={600} fill="var(--color-text)">
          {fitText(content.text, width, 15, 600)}
        </text>
      )
    case 'text':
      return <MarkdownDrawing parts={content.parts} width={width} height={height} />
    case 'picture': {
      const fit = content.fit === 'fill' ? 'xMidYMid slice' : 'xMidYMid meet'
      return <image href={content.href} width={width} height={height} preserveAspectRatio={fit} />
    }
    case 'message':
      return (
        <>
          <Title text={content.title} width={width} />
          <Small lines={wrapText(content.text, width, smallPx)} top={tablePx.title + 4} most={height} />
        </>
      )
    case 'table':
      return <TableDrawing content={content} width={width} height={height} rows={rows} goesOn={goesOn} />
    case 'chart':
      return <Chart content={content} width={width} height={height} />
  }
}

interface ChartProps {
  readonly content: Extract<TileContent, { readonly kind: 'chart' }>
  readonly width: number
  readonly height: number
}

/** A chart below its title, with its whole legend and its notes: nobody can scroll or open them on paper. */
function Chart({ content: { title, description, isAlone, notes, plotAt }, width, height }: ChartProps) {
  const linesOf = (of: readonly string[]) => of.flatMap((note) => wrapText(note, width, smallPx))
  const lineCount = Math.min(4, linesOf(notes).length)
  const notesPx = lineCount * smallLinePx
  const headPx = chartHeadPx({ isAlone, description })
  const plot = plotInRoom(plotAt, width, Math.max(24, height - headPx - notesPx))
  return (
    <>
      {!isAlone && <Title text={title} width={width} />}
      <Description text={description} width={width} />
      <g transform={`translate(0 ${headPx})`}>
        <Plotted plot={plot} />
      </g>
      <Small lines={linesOf(plot.notes).slice(0, lineCount)} top={height - notesPx + 4} most={height + smallLinePx} />
    </>
  )
}

const leastPlotPx = 60

/** Returns the plot of a room that its whole legend shares. */
export function plotInRoom(plotAt: ChartProps['content']['plotAt'], width: number, height: number): Plot {
  const first = plotAt(width, height)
  // The plot left room for as much of its legend as the page shows before it scrolls.
  const missingPx = isDrawnPlot(first) ? legendHeightPx(first) - first.legendHeightPx : 0
  return missingPx <= 0 ? first : plotAt(width, Math.max(leastPlotPx, height - missingPx))
}

/** The height of all lines of a legend. */
function legendHeightPx(plot: Plot): number {
  const last = legendPlaces(plot.legend, plot.widthPx).at(-1)
  return last === undefined ? 0 : Math.max(plot.legendHeightPx, (last.line + 1) * legendLinePx + legendGapPx)
}

interface PlottedProps {
  readonly plot: Plot
  /** Draws over the marks, in their pixels. */
  readonly over?: ReactNode
  /** Stands before what a number is compared with. */
  readonly versus?: string
}

/** A plot below its whole legend. */
export function Plotted({ plot, over, versus = 'vs' }: PlottedProps) {
  if (plot.kind === 'number')
    return (
      <>
        <BigNumber plot={plot} versus={versus} />
        {over}
      </>
    )
  if (!isDrawnPlot(plot))
    return (
      <Small
        lines={wrapText('reason' in plot ? plot.reason : plot.summary, plot.widthPx, smallPx)}
        top={4}
        most={plot.heightPx}
      />
    )
  if (plot.legend.length === 0)
    return (
      <>
        <PlotMarks plot={plot} />
        {over}
      </>
    )
  const places = legendPlaces(plot.legend, plot.widthPx)
  return (
    <>
      <g fontSize={legendTextPx} fill="var(--color-muted)">
        <LegendEntries entries={plot.legend} places={places} />
      </g>
      <g transform={`translate(0 ${legendHeightPx(plot)})`}>
        <PlotMarks plot={plot} />
        {over}
      </g>
    </>
  )
}
