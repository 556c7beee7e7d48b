import {
  legendGapPx,
  legendLabelMaxPx,
  legendLinePx,
  legendRingPx,
  legendTextPx,
  notesPx,
} from '@tidemark/shared/charts/plot/legend'
import type { LegendEntry } from '@tidemark/shared/charts/plot/plot'
import { fitTexts } from '@tidemark/shared/charts/plot/text/text-width'
import { classNames } from '@/ui/class-names'
import { SeriesSwatch } from './series-swatch'

interface ChartLegendProps {
  readonly entries: readonly LegendEntry[]
  readonly heightPx: number
  /** True if the sign of notes stands beside the first line. */
  readonly hasNotes: boolean
  readonly onHighlight: (id: string | null) => void
  readonly onHiddenChange: (hidden: ReadonlySet<string>) => void
}

/** The series by colour. A click hides one or shows it again, a shift-click leaves only that one, and again shows all. */
export function ChartLegend({ entries, heightPx, hasNotes, onHighlight, onHiddenChange }: ChartLegendProps) {
  const press = (id: string, isolate: boolean) => onHiddenChange(hiddenAfterPress(entries, id, isolate))
  const labels = fitTexts(
    entries.map(({ label }) => label),
    legendLabelMaxPx,
    legendTextPx,
  )
  // Half a line fades out, so that it is seen to go on; the last one then ends above that.
  const isCut = (heightPx - legendGapPx) % legendLinePx !== 0
  return (
    <ul
      aria-label="Series"
      data-part="legend"
      className={classNames(
        '-mx-1 flex shrink-0 flex-wrap content-start gap-x-3 overflow-x-hidden overflow-y-auto text-small text-muted',
        isCut && 'mask-b-from-[calc(100%-14px)] print:mask-none',
      )}
      style={{
        height: heightPx,
        paddingBottom: isCut ? legendGapPx + legendLinePx / 2 : legendGapPx,
        // Rings lie beside the names: what scrolls cuts off all that is beyond it.
        paddingLeft: legendRingPx,
        paddingRight: legendRingPx + (hasNotes ? notesPx + legendRingPx : 0),
      }}
    >
      {entries.map((entry, index) => (
        <li key={entry.id} className="max-w-full" style={{ height: legendLinePx }}>
          <button
            type="button"
            aria-label={entry.label}
            aria-pressed={!entry.hidden}
            title={`${entry.label}: click hides, shift-click shows only this`}
            onClick={(event) => press(entry.id, event.shiftKey)}
            onPointerEnter={() => onHighlight(entry.hidden ? null : entry.id)}
            onPointerLeave={() => onHighlight(null)}
            onFocus={() => onHighlight(entry.hidden ? null : entry.id)}
            onBlur={() => onHighlight(null)}
            className="-mx-1 flex h-6 max-w-[calc(100%+8px)] min-w-6 items-center gap-1.5 rounded-[4px] px-1 -outline-offset-2 hover:text-text aria-[pressed=false]:line-through aria-[pressed=false]:opacity-55"
          >
            <SeriesSwatch of={entry} />
            <span className="truncate" style={{ maxWidth: legendLabelMaxPx }}>
              {labels[index]}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export function hiddenAfterPress(entries: readonly LegendEntry[], id: string, isolate: boolean): ReadonlySet<string> {
  const hidden = new Set(entries.filter((entry) => entry.hidden).map((entry) => entry.id))
  if (isolate) {
    const isAlone = !hidden.has(id) && hidden.size === entries.length - 1
    return isAlone ? new Set() : new Set(entries.filter((entry) => entry.id !== id).map((entry) => entry.id))
  }
  if (hidden.has(id)) hidden.delete(id)
  else hidden.add(id)
  // Nothing left to see is never what was meant.
  return hidden.size === entries.length ? new Set() : hidden
}
