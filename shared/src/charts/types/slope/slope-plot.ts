import { shownLabel } from '../../../query/run-query'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { thinLine } from '../../plot/mark-paths'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { formatChange, labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { pixelScale, roundPx, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, wrongMeasure, type PlotInput } from '../../plot/read-columns'
import { seriesOf, type Series } from '../../plot/series-of'
import { slotsOf } from '../../plot/slots-of'
import { distanceFormatter } from '../../plot/target'
import { fitText, textWidth } from '../../plot/text/text-width'

const textPx = 11
const linePx = 14
const gapPx = 8
const headPx = 20
const mostNamePart = 0.32
const dotPx = 4

/** A series that has a value at both ends. */
interface Line {
  readonly series: Series
  readonly from: number
  readonly to: number
}

/** Plots each series as a line from its first to its last value, with its name and both values beside it. */
export function slopePlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column with the two moments or categories to compare.')
  const wrong = wrongMeasure(input)
  if (wrong !== null) return unsuitablePlot(input, wrong)
  const { slots, rowSlots, notes: slotNotes } = slotsOf(column, input, true)
  const named = slots.filter(({ isNull, cells }) => !isNull && cells.length > 0)
  const [first, last] = [named[0], named.at(-1)]
  const xName = shownLabel(data, column.field.name)
  if (first === undefined || last === undefined || first === last)
    return unsuitablePlot(
      input,
      `A slope needs two values of ${xName}; there ${named.length === 1 ? 'is one' : 'are none'}.`,
    )
  const { series, notes: seriesNotes } = seriesOf(input, { slots, rowSlots }, visual.y.length === 0)
  const [firstAt, lastAt] = [slots.indexOf(first), slots.indexOf(last)]
  const lines = series.flatMap((one): readonly Line[] => {
    const [from, to] = [one.values[firstAt], one.values[lastAt]]
    return typeof from === 'number' && typeof to === 'number' ? [{ series: one, from, to }] : []
  })
  const notes = [
    ...slotNotes,
    ...seriesNotes,
    ...(named.length > 2
      ? [`Only the first and last of ${plural(locale, named.length, 'value')} of ${xName} are drawn.`]
      : []),
    ...(lines.length < series.length
      ? [`${plural(locale, series.length - lines.length, 'line')} without a value at both ends left out.`]
      : []),
  ]
  if (lines.length === 0) return emptyPlot(input, ['Nothing has a value at both ends.', ...notes].join(' '))

  const frame = frameOf(input, [], notes, '')
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const write = fullFormatter({ locale, format })
  const writeChange = distanceFormatter(locale, format, write)
  const values = lines.flatMap(({ from, to }) => [from, to])
  const short = labelFormatter(locale, format, values, { hasUnit: true })
  const namePx = Math.min(
    frame.widthPx * mostNamePart,
    lines.reduce((most, { series: one }) => Math.max(most, textWidth(one.label, textPx)), 0),
  )
  const valuePx = values.reduce((most, value) => Math.max(most, textWidth(short(value), textPx)), 0)
  const top = (input.hasNotes === true ? notesPx : 0) + headPx
  const { domain } = valueScale(values, { zero: 'never', count: 5, whole: false })
  const py = pixelScale(domain, Math.max(top + 1, frame.heightPx - 8), top + 8)
  const left = roundPx(Math.min(valuePx + gapPx + dotPx, frame.widthPx / 3))
  const right = roundPx(Math.max(left + 1, frame.widthPx - valuePx - namePx - 2 * gapPx - dotPx))
  const shapes = lines.flatMap(({ series: { color, dash }, from, to }, mark): readonly Shape[] => [
    {
      part: 'line',
      form: { kind: 'path', d: `M${left},${py(from)}L${right},${py(to)}` },
      fill: 'none',
      stroke: color,
      strokePx: 2,
      ...(dash === '' ? {} : { dash }),
      mark,
    },
    ...[[left, from] as const, [right, to] as const].map(([cx, value]): Shape => ({
      part: 'end',
      form: { kind: 'circle', cx, cy: py(value), r: dotPx },
      fill: color,
      mark,
    })),
  ])
  const posts = [left, right].map((x) => thinLine('post', `M${x},${top}V${frame.heightPx}`))
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [...posts, ...shapes],
    marks: lines.map(markOf),
    labels: [
      ...[
        { x: left, text: first.label, anchor: 'start' as const, roomPx: (right - left) / 2 },
        { x: right, text: last.label, anchor: 'end' as const, roomPx: (right - left) / 2 },
      ].map(({ roomPx, text, ...rest }) => ({
        ...rest,
        y: top - headPx / 2,
        text: fitText(text, roomPx, textPx),
        weight: 600,
      })),
      ...apart(lines.map(({ from }) => ({ px: py(from), text: short(from) }))).map(({ y, text }) => ({
        x: left - gapPx,
        y,
        text,
        anchor: 'end' as const,
      })),
      ...apart(
        lines.map(({ to, series: { label } }) => ({
          px: py(to),
          text: `${short(to)}  ${fitText(label, namePx, textPx)}`,
        })),
      ).map(({ y, text }) => ({ x: right + gapPx, y, text, anchor: 'start' as const })),
    ],
    summary: `Slope of ${listOfNames()} from ${first.label} to ${last.label}: ${lines
      .map(({ series: one, from, to }) => `${one.label} from ${write(from)} to ${write(to)}`)
      .join('; ')}.`,
  }

  function listOfNames(): string {
    return visual.y.length === 0 ? 'rows' : visual.y.map((name) => shownLabel(data, name)).join(', ')
  }

  function markOf({ series: one, from, to }: Line): ShapeMark {
    const change = to - from
    const share = from === 0 ? '' : formatChange(locale, change / Math.abs(from), 'relative')
    return {
      x: right,
      y: py(to),
      label: one.label,
      values: [
        { label: first?.label ?? '', text: write(from) },
        { label: last?.label ?? '', text: write(to) },
        { label: 'Change', text: `${change > 0 ? '+' : ''}${writeChange(change)}`, share },
      ],
      note: '',
      conditions: one.conditions,
    }
  }

  /** Moves texts apart that would touch, from the top down; leaves out those for which no room is left. */
  function apart(
    texts: readonly { readonly px: number; readonly text: string }[],
  ): readonly { y: number; text: string }[] {
    let lowest = -Infinity
    return texts
      .toSorted((a, b) => a.px - b.px)
      .flatMap(({ px, text }) => {
        const y = roundPx(Math.max(px, lowest + linePx))
        if (y > frame.heightPx - 4 || y - px > 3 * linePx) return []
        lowest = y
        return [{ y, text }]
      })
  }
}
