import {
  legendGapPx,
  legendLabelMaxPx,
  legendLinePx,
  legendPlaces,
  legendTextPx,
} from '@tidemark/shared/charts/plot/legend'
import type { DrawnPlot, LegendEntry } from '@tidemark/shared/charts/plot/plot'
import { fitText, fitTexts } from '@tidemark/shared/charts/plot/text/text-width'
import { SwatchShape, swatchWidthPx } from '@/features/charts/series-swatch'
import { PlotMarks } from '@/features/charts/plot-drawing'
import { wrapText } from './wrap-text'

/** The content of an image. description: empty for none. notes: sentences that a reader of the chart must know. */
export interface ImageSource {
  readonly title: string
  readonly description: string
  readonly plot: DrawnPlot
  readonly notes: readonly string[]
}

/** An image's parts, in CSS px from its top; a part without content has no height. */
export interface ImageLayout {
  readonly widthPx: number
  readonly heightPx: number
  readonly legendTop: number
  readonly legend: ReturnType<typeof legendPlaces>
  readonly plotTop: number
  readonly notesTop: number
  readonly noteLines: readonly string[]
}

/** As around a tile's content, and a little more for labels that reach over the edge of the drawing. */
const paddingPx = 16
/** The metrics of a line of text: font size, line height, and the baseline within it. */
const titlePx = { text: 13, line: 18, base: 13 } as const
const smallPx = { text: 12, line: 16, base: 12 } as const
const gapPx = 8
const swatchGapPx = 6
/** The names of the app's font here, and fallbacks for viewers without it. */
const fontFamily = "Inter, 'Inter Variable', ui-sans-serif, system-ui, sans-serif"

/** Lays out the parts of an image. The legend shows all lines, because an image cannot scroll. */
export function layOutImage({ description, plot, notes }: ImageSource): ImageLayout {
  const legend = legendPlaces(plot.legend, plot.widthPx)
  const noteLines = notes.flatMap((note) => wrapText(note, plot.widthPx, smallPx.text))
  const legendTop = paddingPx + titlePx.line + (description === '' ? 0 : smallPx.line) + gapPx
  const lastLine = legend.at(-1)?.line
  const plotTop = legendTop + (lastLine === undefined ? 0 : (lastLine + 1) * legendLinePx + legendGapPx)
  const notesTop = plotTop + plot.heightPx + (noteLines.length === 0 ? 0 : gapPx)
  return {
    widthPx: plot.widthPx + 2 * paddingPx,
    heightPx: notesTop + noteLines.length * smallPx.line + paddingPx,
    legendTop,
    legend,
    plotTop,
    notesTop,
    noteLines,
  }
}

/**
 * A chart with its title, legend and notes as one SVG on its surface colour. Colours are still variables of the style
 * sheet. As in print, notes are written below the chart, because nobody can open them in an image.
 */
export function ChartImage({ source, layout }: { readonly source: ImageSource; readonly layout: ImageLayout }) {
  const { title, description, plot } = source
  const { widthPx, heightPx, legendTop, legend, plotTop, notesTop, noteLines } = layout
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={`${title}. ${plot.summary}`}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      fontFamily={fontFamily}
      style={{ fontFeatureSettings: "'cv11', 'ss03'" }}
    >
      <rect data-part="background" width={widthPx} height={heightPx} fill="var(--color-surface)" />
      <g data-part="header" transform={`translate(${paddingPx} ${paddingPx})`}>
        <text y={titlePx.base} fontSize={titlePx.text} fontWeight={600} fill="var(--color-text)">
          {fitText(title, plot.widthPx, titlePx.text, 600)}
        </text>
        {description !== '' && (
          <text y={titlePx.line + smallPx.base} fontSize={smallPx.text} fill="var(--color-muted)">
            {fitText(description, plot.widthPx, smallPx.text)}
          </text>
        )}
      </g>
      {plot.legend.length > 0 && (
        <g
          data-part="legend"
          transform={`translate(${paddingPx} ${legendTop})`}
          fontSize={legendTextPx}
          fill="var(--color-muted)"
        >
          <LegendEntries entries={plot.legend} places={legend} />
        </g>
      )}
      <g transform={`translate(${paddingPx} ${plotTop})`} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <PlotMarks plot={plot} />
      </g>
      {noteLines.length > 0 && (
        <g
          data-part="notes"
          transform={`translate(${paddingPx} ${notesTop})`}
          fontSize={smallPx.text}
          fill="var(--color-muted)"
        >
          {noteLines.map((line, index) => (
            <text key={index} y={index * smallPx.line + smallPx.base}>
              {line}
            </text>
          ))}
        </g>
      )}
    </svg>
  )
}

/** The legend. Hidden series stay listed as in the page: without them, shares of the rest would mislead. */
export function LegendEntries({
  entries,
  places,
}: {
  readonly entries: readonly LegendEntry[]
  readonly places: ImageLayout['legend']
}) {
  const labels = fitTexts(
    entries.map(({ label }) => label),
    legendLabelMaxPx,
    legendTextPx,
  )
  return entries.map((entry, index) => {
    const { line, x } = places[index] ?? { line: 0, x: 0 }
    return (
      <g
        key={entry.id}
        transform={`translate(${x} ${line * legendLinePx + legendLinePx / 2})`}
        opacity={entry.hidden ? 0.55 : undefined}
      >
        <SwatchShape of={entry} />
        <text
          x={swatchWidthPx(entry) + swatchGapPx}
          dy="0.35em"
          textDecoration={entry.hidden ? 'line-through' : undefined}
        >
          {labels[index]}
        </text>
      </g>
    )
  })
}
