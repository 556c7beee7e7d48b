import type { LegendEntry } from '@tidemark/shared/charts/plot/plot'
import { lineWidthPx, stripesOf } from './chart-marks'

const dashedWidthPx = 20
const heightPx = 10

/** What a series looks like beside its name: its colour, and where others have that too, its dashes. */
export function SeriesSwatch({
  of: { color, dash = '', mark },
}: {
  readonly of: Pick<LegendEntry, 'color' | 'dash' | 'mark'>
}) {
  if (dash === '')
    return (
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-[3px] forced-color-adjust-none"
        style={{ background: color }}
      />
    )
  return (
    <svg aria-hidden width={dashedWidthPx} height={heightPx} className="shrink-0">
      <path
        d={`M0,${heightPx / 2}H${dashedWidthPx}`}
        stroke={color}
        strokeWidth={mark === 'bar' ? heightPx : lineWidthPx + 1}
        strokeDasharray={mark === 'bar' ? stripesOf(dash) : dash}
      />
    </svg>
  )
}
