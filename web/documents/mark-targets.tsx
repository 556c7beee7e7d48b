import type { ReactNode } from 'react'
import type { CartesianPlot, Dot, DrawnPlot, NumberPlot, Plot } from '@tidemark/shared/charts/plot/plot'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { describeMark, dotsOf, markCount, rowsOfMark } from '@/features/charts/active-mark'
import { SliceMark } from '@/features/charts/chart-marks'

/** A chart of more marks cannot be pointed at: each is an element, and its words are a line of the page. */
const mostMarks = 500

/** Returns true if a page can say what a reader points at. */
export function hasTargets(plot: Plot): plot is DrawnPlot | NumberPlot {
  return plot.kind === 'number' || (isDrawnPlot(plot) && markCount(plot) <= mostMarks)
}

/**
 * Returns the words of the marks of a plot, which the script of a page in a frame reads (`frame-marks.ts`): a line for each
 * mark, its label and then the label and text of each value, with tabs between them.
 */
export function markWords(plot: DrawnPlot | NumberPlot, locale: string): string {
  if (plot.kind === 'number') return lineOf([plot.period, '', plot.fullText])
  const lines = Array.from({ length: markCount(plot) }, (_, index) => {
    const mark = describeMark(plot, index, locale)
    const label = mark?.title || rowsOfMark(plot, index, null)?.label || ''
    return lineOf([label, ...(mark?.rows ?? []).flatMap((row) => [row.label, row.text])])
  })
  return lines.join('\n')
}

/** Writes words with tabs between them, as the script of a page in a frame reads them. */
export function lineOf(cells: readonly string[]): string {
  return cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')
}

/** The places at which a pointer finds the marks of a plot, over its drawing. Shapes are their own. */
export function MarkTargets({ plot }: { readonly plot: DrawnPlot | NumberPlot }) {
  return (
    <g fill="transparent" pointerEvents="all">
      {targetsOf(plot, 0)}
    </g>
  )
}

/** first: the index of the plot's first mark among all of its chart. */
function targetsOf(plot: DrawnPlot | NumberPlot, first: number): ReactNode {
  switch (plot.kind) {
    case 'number':
      return <rect data-index={first} width={plot.widthPx} height={plot.heightPx} />
    case 'cartesian':
      return bandsOf(plot).map((band, slot) => <rect key={slot} data-index={first + slot} {...band} />)
    case 'scatter':
      return dotsOf(plot).map(({ dot }, index) => <DotTarget key={index} dot={dot} index={first + index} />)
    case 'pie':
      return plot.slices.map((slice, index) => (
        <g key={slice.id} data-index={first + index} opacity={0}>
          <SliceMark slice={slice} plot={plot} />
        </g>
      ))
    case 'shapes':
      return null
    case 'panels': {
      let before = first
      return plot.panels.map(({ x, y, plotY, plot: one }) => {
        const own = before
        before += markCount(one)
        return (
          <g key={`${x} ${y}`} transform={`translate(${x} ${plotY})`}>
            {targetsOf(one, own)}
          </g>
        )
      })
    }
  }
}

const leastRadiusPx = 6

function DotTarget({ dot: { px, py, radius, cell }, index }: { readonly dot: Dot; readonly index: number }) {
  if (cell === undefined) return <circle data-index={index} cx={px} cy={py} r={Math.max(leastRadiusPx, radius)} />
  const { x, y, width, height } = cell
  return <rect data-index={index} {...{ x, y, width, height }} />
}

/** Returns for each slot the part of the drawing that is nearer to it than to any other. */
function bandsOf({ slots, box, orientation }: CartesianPlot) {
  const isAcross = orientation === 'horizontal'
  const [start, end] = isAcross ? [box.y, box.y + box.height] : [box.x, box.x + box.width]
  const places = slots.map(({ px }) => px).toSorted((a, b) => a - b)
  return slots.map(({ px }) => {
    const place = places.indexOf(px)
    const before = places[place - 1]
    const after = places[place + 1]
    const from = before === undefined ? start : (before + px) / 2
    const to = after === undefined ? end : (px + after) / 2
    const length = Math.max(0, to - from)
    return isAcross
      ? { x: box.x, y: from, width: box.width, height: length }
      : { x: from, y: box.y, width: length, height: box.height }
  })
}
